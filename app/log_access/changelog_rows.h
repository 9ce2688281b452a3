#pragma once
// The state of a stage in one partition as its changelog says it: the latest value of every key. Held in memory whole.
// Threads: the caller's.

#include <map>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

using ChangelogRows = std::map<std::string, std::string>;

/// Empty where there is no such topic. Deleted keys are left out.
Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog, log::milliseconds timeout);

/// Whether a row is the runtime's own bookkeeping (where it stands, not what it remembers).
inline bool is_bookkeeping(std::string_view key) {
  return !key.empty() && key.front() == '\0';
}

}  // namespace turnstream::app
