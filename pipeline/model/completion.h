#pragma once
// Completion: what one stage says about one log record, and Change: one put, patch or delete in it. Plain values;
// codec/completion_codec.h turns them into bytes and back. Field meanings: docs/topics.md.
// Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

enum class ChangeOp { kPut, kPatch, kDelete };

/// One net effect on one thing. `value` is a JSON object (put: the whole thing, patch: its changed top-level fields,
/// delete: empty). `existed`: the thing was there before the record (a put that replaces; only counts depend on it).
struct Change {
  ChangeOp op = ChangeOp::kPut;
  std::string kind;
  std::string id;
  std::string value;
  bool existed = false;
};

enum class CompletionStatus { kSuccess, kFailure, kPartial };

struct CompletionError {
  std::string code;
  std::string message;
  std::string pointer;
};

struct LogPosition {
  Partition partition;
  Offset offset;
};

/// One part of a stage's answer to one log record; a record's completion is 1..n parts, one persona a part.
struct Completion {
  std::string stage;
  std::optional<std::string> turn_id;     ///< only when the record is a turn
  std::optional<std::string> persona_id;  ///< absent in the empty completion of a tick
  std::string cause_kind;
  std::string cause_id;
  LogPosition log;
  LogTime log_time;
  CompletionStatus status = CompletionStatus::kSuccess;
  std::optional<CompletionError> error;
  std::optional<LogPosition> duplicate_of;
  int part = 0;
  bool last = true;
  std::int64_t items_processed = 0;
  std::int64_t items_added = 0;
  std::int64_t items_updated = 0;
  std::int64_t items_removed = 0;
  std::vector<Change> changes;
  int attempts = 1;
  std::int64_t duration_ms = 0;
};

}  // namespace turnstream::model
