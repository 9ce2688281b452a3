#pragma once
// TextIndex: finds the texts of memories that may say the same as a new text without reading all of them. If two texts have a
// Jaccard index of words of at least t, and their words are in one fixed order, they share a word that is among the
// first n − ⌈t·n⌉ + 1 of the n words of each (prefix filtering: Chaudhuri, Ganti and Kaushik 2006; Bayardo, Ma and
// Srikant 2007). The order here puts long words first, because they are rarer. A word's row lists the newest 64 memories
// that have it among these first words. Lifetime: borrows the rows. Threads: the caller's.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::evidence {

/// The different words of a text, in lower case and without plural endings: longest first, then in alphabetical order;
/// only the first 64.
[[nodiscard]] std::vector<std::string> index_words(std::string_view text);

/// Whether one text has a negation or a word with a digit that the other does not have. Then they are not merged, even
/// if most words are equal. Both arguments come from index_words().
[[nodiscard]] bool differ_in_substance(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// |a ∩ b| / |a ∪ b| in millionths; 10⁶ for two empty sets.
[[nodiscard]] std::int64_t jaccard(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// The 32-bit hashes of the words, ascending. A memory can store them, so that most candidates are compared without
/// splitting their text into words.
[[nodiscard]] std::vector<std::uint32_t> word_set(const std::vector<std::string>& words);
/// The Jaccard index of two word sets. Never below jaccard() of the words; above it only if hashes collide.
[[nodiscard]] std::int64_t jaccard_at_most(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b);

/// The hashes of all different words of a text, as index_words() has them, in ascending order. Computing them takes a fraction of
/// the time.
[[nodiscard]] std::vector<std::uint64_t> word_hashes(std::string_view text);
/// False only if the Jaccard index of the words of the two texts is below `similarity`, as far as index_words() has them.
/// Both arguments come from word_hashes().
[[nodiscard]] bool may_be_similar(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
                                  std::int64_t similarity);

class TextIndex {
 public:
  /// `prefix`: of the keys of the words' rows, `<prefix><hash of 8 bytes>`; it must outlive the index. `similarity`: the
  /// Jaccard index from which two texts can be merged, in millionths, above 0.
  TextIndex(stage_api::StateView& rows, std::string_view prefix, std::int64_t similarity)
      : rows_(rows), key_prefix_(prefix), similarity_(similarity) {}

  /// At most 8 memories that share words of the prefix with the text, and whose numbers of words allow the similarity:
  /// those that share most of these words first, then those listed later in a row.
  Result<std::vector<Uuid>> candidates(const std::vector<std::string>& words);
  Status add(const Uuid& id, const std::vector<std::string>& words);
  Status remove(const Uuid& id, const std::vector<std::string>& words);

 private:
  /// The words under which the text is listed.
  [[nodiscard]] std::span<const std::string> prefix(const std::vector<std::string>& words) const;
  [[nodiscard]] std::string key_of(const std::string& word) const;
  /// The word's row; valid until the row is written.
  Result<std::string_view> postings(const std::string& key);

  stage_api::StateView& rows_;
  std::string_view key_prefix_;
  std::int64_t similarity_;
};

}  // namespace turnstream::evidence
