#pragma once
// SimilarTexts: the text facts that say nearly the same as a new text, found by their words (evidence/text_index.h).
// Texts of two users stay apart. Lifetime: borrows all arguments, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/model/user.h"
#include "stages/common/evidence/text_index.h"
#include "stages/semantic/fact_table.h"

namespace turnstream::semantic {

class SimilarTexts {
 public:
  /// `similarity`: the Jaccard index from which two texts are one fact, in millionths.
  SimilarTexts(stage_api::StateView& rows, FactTable& facts, std::int64_t similarity)
      : facts_(facts), similarity_(similarity), index_(rows, kWordPrefix, similarity) {}

  /// The most similar fact; absent if none is similar enough. `words`: evidence::index_words() of the text.
  Result<std::optional<Uuid>> find(const std::vector<std::string>& words, const model::User& user);
  Status add(const Uuid& id, const std::vector<std::string>& words, const model::User& user);
  Status remove(const Uuid& id, const std::vector<std::string>& words, const model::User& user);

 private:
  FactTable& facts_;
  std::int64_t similarity_;
  evidence::TextIndex index_;
};

}  // namespace turnstream::semantic
