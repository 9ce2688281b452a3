#pragma once
// Reads the state of a stage in one partition from its changelog: the latest value of every key. Keeps all of it in
// memory. Threads: one.

#include <map>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

using ChangelogRows = std::map<std::string, std::string>;

/// The latest rows, without deleted keys; empty if the topic does not exist.
Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog, log::milliseconds timeout);

/// Whether a row is bookkeeping of the runtime (such as its position) and not memory of the stage.
inline bool is_bookkeeping(std::string_view key) {
  return !key.empty() && key.front() == '\0';
}

}  // namespace turnstream::app
