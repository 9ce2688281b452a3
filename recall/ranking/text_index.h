#pragma once
// TextIndex: short texts of one persona (facts, insights and others that the pipeline derives), as BM25 needs them.
// TextSums: how well each of them fits the terms of a query. The read model adds and removes texts; each of its threads
// keeps one TextSums for all personas. The statistics are whole numbers and sums go by the query's terms, so results depend
// on the live texts alone, not on the order in which they came and went. The index keeps the terms of the texts; TextSums
// owns rows as long as the largest index that it has seen, and borrows nothing between calls.
// Threads: TextIndex: one that changes it, or any number that read. TextSums: one at a time; those of several threads may
// read one index.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "recall/ranking/posting_table.h"
#include "recall/ranking/term_reader.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {

/// A text in its TextIndex. After its removal another text may get the number.
using DocumentNumber = std::uint32_t;

class TextIndex {
 public:
  /// `language`: of the texts.
  explicit TextIndex(const Language& language = {}) : language_(language) {}

  /// `text`: valid UTF-8 of any length; the caller limits it. `known`: for many texts without a removal between them; may be null.
  /// Precondition: there are fewer than 2³² texts.
  DocumentNumber add(std::string_view text, TermNumbering* known = nullptr);
  /// Precondition: add() gave the number for this text, which is not removed yet.
  void remove(DocumentNumber number, std::string_view text);

  /// The number of live texts.
  [[nodiscard]] std::size_t size() const { return lengths_.size() - unused_.size(); }
  /// All numbers are below this: the highest number of texts that were live at one time.
  [[nodiscard]] std::size_t numbers() const { return lengths_.size(); }
  /// In terms. Precondition: the text is live.
  [[nodiscard]] std::uint32_t length(DocumentNumber number) const { return lengths_[number]; }
  /// The sum over the live texts.
  [[nodiscard]] std::uint64_t length_sum() const { return length_sum_; }
  /// Null if no live text holds the term.
  [[nodiscard]] const PostingList* postings(std::string_view term) const { return terms_.find(term); }

  /// An estimate of what the index holds, in constant time.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  Language language_;
  PostingTable terms_;
  std::vector<std::uint32_t> lengths_;  ///< by number
  std::vector<DocumentNumber> unused_;
  std::uint64_t length_sum_ = 0;
};

class TextSums {
 public:
  /// Computes the sums of a query with these terms (terms_of()). They hold until the next call, without the index.
  void compute(const TextIndex& index, const Words& terms);

  /// The sum of BM25 over the query's different terms, divided by the sum of the rarities of those that the index knows; 0
  /// for a text without terms of the query. Precondition: the number is below numbers() of the index of the last compute().
  [[nodiscard]] double of(DocumentNumber number) const { return sums_[number] / rarities_; }
  /// The texts whose sum is above 0, each once, in no useful order.
  [[nodiscard]] const std::vector<DocumentNumber>& found() const { return found_; }

 private:
  void add_term(const TextIndex& index, const PostingList& postings, double rarity);

  std::vector<double> sums_;  ///< by number; 0 but for those of found_
  std::vector<DocumentNumber> found_;
  double rarities_ = 1;
};

}  // namespace turnstream::recall
