#include "recall/ranking/text_index.h"

#include <algorithm>
#include <string>

#include "pipeline/base/check.h"
#include "pipeline/base/document_frequency.h"
#include "recall/ranking/counted.h"
#include "recall/ranking/recipe.h"

namespace turnstream::recall {

DocumentNumber TextIndex::add(std::string_view text, TermNumbering* known) {
  if (unused_.empty()) {
    CHECK(lengths_.size() < UINT32_MAX);
    unused_.push_back(static_cast<DocumentNumber>(lengths_.size()));
    lengths_.emplace_back();
  }
  const DocumentNumber number = unused_.back();
  unused_.pop_back();
  std::vector<std::uint32_t> terms;
  const auto number_of = [this](const std::string& term) { return terms_.number_of(term); };
  if (known != nullptr) {
    known->for_each(text, number_of, [&](std::uint32_t term) { terms.push_back(term); });
  } else {
    for (const std::string& term : terms_of(text, language_)) {
      terms.push_back(number_of(term));
    }
  }
  lengths_[number] = static_cast<std::uint32_t>(terms.size());
  length_sum_ += terms.size();
  for_each_counted(terms, [&](std::uint32_t term, std::uint32_t count) { terms_.insert(term, number, count); });
  return number;
}

void TextIndex::remove(DocumentNumber number, std::string_view text) {
  Words terms = terms_of(text, language_);
  CHECK(number < lengths_.size() && lengths_[number] == terms.size());
  length_sum_ -= terms.size();
  lengths_[number] = 0;
  unused_.push_back(number);
  for_each_counted(terms, [&](const std::string& term, std::uint32_t) { terms_.remove(term, number); });
}

std::size_t TextIndex::memory_bytes() const {
  return terms_.memory_bytes() + heap_bytes(lengths_.capacity() * sizeof(std::uint32_t)) +
         heap_bytes(unused_.capacity() * sizeof(DocumentNumber));
}

void TextSums::compute(const TextIndex& index, const Words& terms) {
  for (const DocumentNumber number : found_) {
    sums_[number] = 0;
  }
  found_.clear();
  // Rows of a larger index stay: they are 0.
  sums_.resize(std::max(sums_.size(), index.numbers()));
  double rarities = 0;
  for (const std::string_view term : different_terms(terms)) {
    if (const PostingList* postings = index.postings(term)) {
      const double rarity = inverse_document_frequency(index.size(), postings->holding());
      rarities += rarity;
      add_term(index, *postings, rarity);
    }
  }
  rarities_ = std::max(kRaritySumMin, rarities);
}

void TextSums::add_term(const TextIndex& index, const PostingList& postings, double rarity) {
  const double average = static_cast<double>(index.length_sum()) / static_cast<double>(index.size());
  postings.for_each([&](DocumentNumber number, std::uint32_t count) {
    double& sum = sums_[number];
    if (sum == 0) {
      found_.push_back(number);
    }
    sum += rarity * count / (count + kMessageSaturation.norm(index.length(number), average));
  });
}

}  // namespace turnstream::recall
