#pragma once
// Reads changelogs: the rows of a stage in one partition, which are the latest value of each key and are all kept in
// memory; or all partitions, only to check that the pipeline wrote their records. Threads: one.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/store/changelog_walk.h"

namespace turnstream::app {

using ChangelogRows = std::map<std::string, std::string>;

/// A changelog's partition of a stage.
struct ChangelogOf {
  const model::TopicNames& names;
  std::string stage;
  Partition partition;
};

/// The latest rows, without deleted keys, as a process restores them that has no state: also from the changelog of an earlier
/// version if they are needed. Errors: those of store::BatchCheck and store::ChangelogCheck.
Result<ChangelogRows> latest_rows(log::Client& client, const ChangelogOf& changelog, log::milliseconds timeout);

/// Behind what a program writes that replaces the rows of a changelog.
struct ChangelogEnd {
  std::int64_t number = 0;  ///< BatchHead::number of the next record
  store::Walk walk;         ///< of the last record
  NextOffset next{0};
};
Result<ChangelogEnd> end_of(log::Client& client, const ChangelogOf& changelog, log::milliseconds timeout);

/// What examine_changelogs() found.
struct ChangelogFindings {
  std::int64_t records = 0;  ///< that were read
  bool is_whole = true;      ///< false if older records were not read
  /// One for each batch of the log that cannot be read, for each partition with a record that is not as the pipeline wrote
  /// it, and for each from which no state could be restored.
  std::vector<std::string> sentences;
};

/// Checks records of all partitions of these topics: of each partition those in its last offsets, an equal share of
/// `offsets_max` but at least 100; without `offsets_max`, all. Continues behind a batch that cannot be read. Errors: those of
/// the log.
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
