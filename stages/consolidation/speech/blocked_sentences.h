#pragma once
// BlockedSentences: the sentences of forgotten insights and daily lines, which must not be written again until `unforget`.
// Only salted hashes are stored: row `blocked` (the salt of the persona), rows `~b/<hash of 16 bytes>` with the hashes of
// the ids that were forgotten with the sentence. A sentence is compared in normal form and without what stands before its
// first ": ": that is a name ("Ann: ") or, without a name, a part of it ("My plan: …"). Lifetime: borrows the rows, for one
// call of the stage. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {

class BlockedSentences {
 public:
  explicit BlockedSentences(stage_api::StateView& rows) : rows_(rows) {}

  /// Whether any sentence of the text is blocked.
  Result<bool> has(std::string_view text);
  /// Blocks all sentences of the text. `ids`: what unforget() may name later. `salt` becomes that of the persona if it has
  /// none yet.
  Status add(std::string_view text, std::span<const std::string> ids, std::string_view salt);
  /// Allows the sentences that were blocked with one of these ids; the number of sentences.
  Result<std::int64_t> unforget(std::span<const std::string> ids);
  /// Allows all; the number of sentences.
  Result<std::int64_t> clear();

 private:
  Status load();
  /// Erases the rows of sentences for which the predicate holds; how many.
  Result<std::int64_t> erase_rows(const std::function<bool(std::string_view row)>& is_erased);
  /// The salted hash of a normalised sentence, or of an id.
  [[nodiscard]] Uuid mask(std::string_view text) const;
  [[nodiscard]] std::string mask_bytes(std::string_view id) const;
  /// Absent if the sentence has no words.
  [[nodiscard]] std::optional<evidence::RowKey> key_of(std::string_view sentence) const;

  stage_api::StateView& rows_;
  std::optional<std::string> salt_;  ///< as load() read it; empty: the persona has none
};

}  // namespace turnstream::consolidation
