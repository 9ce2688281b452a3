#pragma once
// Reads the rows of a stage in one partition from its changelog: the latest value of each key. Keeps all of them in
// memory. Threads: one.

#include <map>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::app {

using ChangelogRows = std::map<std::string, std::string>;

/// The latest rows, without deleted keys. Error "changelog_damaged": see store::ChangelogCheck.
Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog, log::milliseconds timeout);

/// Whether the key is that of a bookkeeping row (position, logic version, log), which the state digest leaves out.
inline bool is_bookkeeping(std::string_view key) {
  return !key.empty() && key.front() == '\0';
}

/// Whether the key is that of a row of a persona. The others are bookkeeping, the settings in force and log times, which
/// are there without any turn.
inline bool is_of_persona(std::string_view key) {
  return !is_bookkeeping(key) && key != runtime::kSettingsKey && key != runtime::kNowKey && key != runtime::kOverdueKey;
}

}  // namespace turnstream::app
