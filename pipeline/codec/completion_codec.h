#pragma once
// Completions as bytes: written in the one field order of docs/topics.md, cut into parts, peeked at by the gate, read
// by stages and tools. `attempts` and `duration_ms` come last because they alone may differ between two runs: digests
// are taken over the bytes before them.
// Errors: code "bad_completion", reaction kStopProcess: only a stage writes these topics, so other bytes are a mistake
// of ours or foreign data. Threads: any; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"

namespace turnstream::codec {

inline constexpr std::size_t kCompletionPartBytesMax = std::size_t{512} * 1024;

/// Precondition: changes are in order of kind, then id, each pair once.
void append_completion(std::string& out, const model::Completion& completion);

/// Cuts a completion into parts of at most `part_bytes_max` each (a single change that is larger has a part of its
/// own). Parts are numbered from the given one's; `last` stays on the last. Each part counts its own changes as added,
/// updated and removed, the first also what was processed: sums over parts are the whole's.
[[nodiscard]] std::vector<model::Completion> split_completion(model::Completion whole,
                                                              std::size_t part_bytes_max = kCompletionPartBytesMax);

/// Sets items_added, items_updated and items_removed from the changes; stats and sessions do not count.
void count_changes(model::Completion& completion);

/// What the gate needs of a part. Reads only its beginning: the cost does not grow with the changes.
struct CompletionHead {
  std::optional<std::string> persona_id;
  model::LogPosition log;
  LogTime log_time;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::string error_code;  ///< empty: no error
  std::optional<model::LogPosition> duplicate_of;
  int part = 0;
  bool last = true;
};
Result<CompletionHead> peek_completion(std::string_view bytes);

/// The whole part. Values of changes are kept as the bytes they are; Change::existed is not in the record and stays
/// false.
Result<model::Completion> parse_completion(std::string_view bytes);

/// The bytes over which digests are taken: those before `,"attempts"`, or all if there is none. A view into `value`.
[[nodiscard]] std::string_view digest_bytes(std::string_view value);

}  // namespace turnstream::codec
