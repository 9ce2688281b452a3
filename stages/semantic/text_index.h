#pragma once
// TextIndex: which text facts may say the same as a new text, without reading them all. Two texts whose words have a
// Jaccard index of at least t share one of the first n − ⌈t·n⌉ + 1 of their n words, in any one order (prefix
// filtering: Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and Srikant 2007); the order here puts long words first,
// which are rarer. A row holds the newest 64 facts of one word. Lifetime: borrows the rows. Threads: the caller's.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::semantic {

/// The distinct words of a text, lower case, stems without plural endings, in the order of the index; at most 64.
[[nodiscard]] std::vector<std::string> index_words(std::string_view text);

/// Whether a negation or a number stands in one of the two alone: then they do not say the same, however alike.
[[nodiscard]] bool differ_in_substance(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// |a ∩ b| / |a ∪ b| in 10⁻⁶; 10⁶ for two empty sets.
[[nodiscard]] std::int64_t jaccard(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// Hashes of 32 bits of the words, ascending: what a text fact keeps, so that few of those it is compared with are cut
/// up again.
[[nodiscard]] std::vector<std::uint32_t> word_set(const std::vector<std::string>& words);
/// Of two word sets: never less than jaccard() of the words themselves, and more only if hashes collide.
[[nodiscard]] std::int64_t jaccard_at_most(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b);

class TextIndex {
 public:
  /// `similarity` in 10⁻⁶, above 0.
  TextIndex(stage_api::StateView& rows, std::int64_t similarity) : rows_(rows), similarity_(similarity) {}

  /// At most 8 facts that share rare words with the text, those that share most first, then the newest.
  Result<std::vector<Uuid>> candidates(const std::vector<std::string>& words);
  Status add(const Uuid& id, const std::vector<std::string>& words);
  Status remove(const Uuid& id, const std::vector<std::string>& words);

 private:
  /// The words under which a text is found.
  [[nodiscard]] std::span<const std::string> prefix(const std::vector<std::string>& words) const;
  /// Valid until the row is written.
  Result<std::string_view> postings(const std::string& key);

  stage_api::StateView& rows_;
  std::int64_t similarity_;
};

}  // namespace turnstream::semantic
