#pragma once
// Completions as bytes: written in the field order of docs/topics.md and split into parts. peek_completion() reads only
// the first fields of a part, parse_completion() all. `attempts` and `duration_ms` come last, because only they may
// differ between two runs over one log; digests cover the bytes before them. Errors: code "bad_completion", reaction
// kStopProcess: only stages write completions, so other bytes mean a bug or a foreign producer. Threads: any; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"

namespace turnstream::codec {

inline constexpr std::size_t kCompletionPartBytesMax = std::size_t{512} * 1024;

/// Precondition: changes are sorted by kind, then id, and each (kind, id) occurs once.
void append_completion(std::string& out, const model::Completion& completion);

/// Splits a completion into parts of at most `part_bytes_max` bytes; a single change that is larger gets a part of
/// its own. Part numbers continue from the given one's; its `last` goes to the final part and is false in the others.
/// If there are several parts, each counts its own added, updated and removed changes, and the first has
/// items_processed, so that sums over the parts equal the counts of the whole.
[[nodiscard]] std::vector<model::Completion> split_completion(model::Completion whole,
                                                              std::size_t part_bytes_max = kCompletionPartBytesMax);

/// Sets items_added, items_updated and items_removed from the changes. Changes of kind "stats" and "session" do not
/// count.
void count_changes(model::Completion& completion);

/// Fields of a completion part that precede its changes, so that reading them does not cost more when there are many
/// changes.
struct CompletionHead {
  std::optional<std::string> persona_id;
  std::string cause_kind;  ///< the kind of the log record that the completion answers
  model::LogPosition log;
  LogTime log_time;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::string error_code;  ///< the code of the completion's error; empty if it has no error
  std::optional<model::LogPosition> duplicate_of;
  int part = 0;
  bool last = true;
};
Result<CompletionHead> peek_completion(std::string_view bytes);

/// The error of both readers for bytes that are not a completion part.
[[nodiscard]] Error bad_completion();

/// Reads the whole part. Values of changes stay JSON texts. Change::existed is not in the record and stays false.
Result<model::Completion> parse_completion(std::string_view bytes);

/// The bytes of a record's value that digests cover: those before the last `,"attempts"`, or all if `value` does not
/// contain that. A view into `value`.
[[nodiscard]] std::string_view digest_bytes(std::string_view value);

}  // namespace turnstream::codec
