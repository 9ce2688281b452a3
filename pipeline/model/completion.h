#pragma once
// Completion: one part of the result of one stage for one log record; Change: one put, patch or delete listed in it.
// codec/completion_codec.h converts completions to bytes and back. docs/topics.md explains the fields. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

enum class ChangeOp { kPut, kPatch, kDelete };

/// The record's net effect on one memory (or on "stats" or "session"). `value`: for a put the whole memory as a JSON
/// object, for a patch an object with its changed top-level fields, for a delete the empty string. `append`: for a patch
/// an object of lists, each with the elements that the memory's list of that name gains at its end (codec/patch.h says which
/// elements leave a list that becomes too long); empty: none. `existed`: the memory existed before the record; the bytes of
/// a completion do not contain it.
struct Change {
  ChangeOp op = ChangeOp::kPut;
  std::string kind;
  std::string id;
  std::string value;
  bool existed = false;
  std::string append = {};
};

/// What a patch says: Change::value and Change::append.
struct Patch {
  std::string fields;
  std::string append = {};
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
  friend bool operator==(const LogPosition&, const LogPosition&) = default;
};

/// One part of a completion. A completion has one or more parts; each part concerns at most one persona.
struct Completion {
  std::string stage;
  std::optional<std::string> turn_id;     ///< absent if the record is not a readable turn of this persona
  std::optional<std::string> persona_id;  ///< absent if the completion reports nothing of any persona (tick, settings)
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
