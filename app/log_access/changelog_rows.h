#pragma once
// Reads changelogs: the rows of a stage in one partition, which are the latest value of each key and are all kept in
// memory; or all partitions, only to check that the pipeline wrote their rows. Threads: one.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::app {

using ChangelogRows = std::map<std::string, std::string>;

/// The latest rows, without deleted keys. Error "changelog_damaged": see store::ChangelogCheck.
Result<ChangelogRows> latest_rows(log::Client& client, const log::TopicPartition& changelog, log::milliseconds timeout);

/// What examine_changelogs() found.
struct ChangelogFindings {
  std::int64_t rows = 0;  ///< that were read
  bool is_whole = true;   ///< false if older rows were not read
  /// One for each batch that cannot be read, and for each partition with a row that is not as the pipeline wrote it.
  std::vector<std::string> sentences;
};

/// Checks rows of all partitions of these topics as a process does that restores its state: of each partition the rows
/// in its last offsets, an equal share of `offsets_max` but at least 100; without `offsets_max`, all rows. A damaged row
/// that a later row has replaced does no harm and is not reported. A row without a seal at the beginning of that share
/// is damage if a row before it has a seal; that is searched in as many offsets at the partition's beginning, because in
/// a changelog that an early version began, older rows have none (changelog_check.h). Continues behind a batch that
/// cannot be read. Errors: those of the log.
Result<ChangelogFindings> examine_changelogs(log::Client& client, const std::vector<std::string>& topics,
                                             std::optional<std::int64_t> offsets_max, log::milliseconds timeout);

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
