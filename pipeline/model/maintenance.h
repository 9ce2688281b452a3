#pragma once
// Maintenance: an event that says what a stage did by itself to what it remembers: archived, merged, checked, forgot.
// An event announces; the changes of completions say what exists. codec/maintenance.h writes it. Threads:
// values.

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/completion.h"

namespace turnstream::model {

/// The types archive, restore, quota, retire and delete: what was done to which memories, and why.
struct ItemsEvent {
  std::vector<std::string> items;
  std::string reason;
};

/// The type merge: what `merged` said is now part of `kept`.
struct MergeEvent {
  std::string kept;
  std::vector<std::string> merged;
};

/// The type stale_check: the answer to a check of files to which memories refer.
struct StaleCheckEvent {
  std::vector<std::string> items;           ///< the memories whose confidence the check changed
  std::vector<std::string> stale_paths;     ///< missing, or changed after a memory that refers to them was recorded
  std::vector<std::string> verified_paths;  ///< the others of which the answer says whether they exist
  std::int64_t checked_count = 0;           ///< the paths of both lists
};

/// The type skipped: a pass that was due or asked for and did not run.
struct SkippedEvent {
  std::string trigger;
  std::string reason;
};

/// The type forget_report: what a stage removed because of a command.
struct ForgetReportEvent {
  std::string command_id;
  std::vector<std::pair<std::string, std::int64_t>> removed;  ///< kind of memory and how many, in order of kind
  std::vector<std::string> items;                             ///< their ids
  std::vector<std::string> unshares;  ///< the commands that take shared insights back from other personas
};

struct Maintenance {
  std::string type;
  std::string id;
  std::string persona_id;
  std::string stage;
  std::variant<ItemsEvent, MergeEvent, StaleCheckEvent, SkippedEvent, ForgetReportEvent> what;
  LogTime log_time;
  LogPosition log;
};

}  // namespace turnstream::model
