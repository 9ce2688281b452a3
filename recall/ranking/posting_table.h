#pragma once
// PostingTable: posting lists by text. A text has a number as long as its list has postings; MessageIndex uses the numbers
// of terms to make bigrams. MessageIndex owns two, of terms and of prefixes; TextIndex and Speakers own one each. It owns
// copies of the texts.
// Threads: one that changes it, or any number that read. A pointer to a list is valid until the next change.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "recall/ranking/posting_list.h"
#include "recall/ranking/string_numbers.h"

namespace turnstream::recall {

class PostingTable {
 public:
  /// The number of the text. If it has none, it gets one and an empty list; the caller then inserts a posting.
  std::uint32_t number_of(std::string_view text);
  /// Precondition: the text with this number has no posting of the message.
  void insert(std::uint32_t number, MessageNumber message, std::uint32_t count);
  /// Removes the posting of the message; with its last posting the text loses its number.
  /// Precondition: there is such a posting.
  void remove(std::string_view text, MessageNumber message);

  /// Null if no message holds the text.
  [[nodiscard]] const PostingList* find(std::string_view text) const;
  [[nodiscard]] std::optional<std::uint32_t> find_number(std::string_view text) const { return numbers_.find(text); }
  /// Precondition: a text has the number.
  [[nodiscard]] const PostingList& list(std::uint32_t number) const { return lists_[number]; }

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const {
    return numbers_.memory_bytes() + heap_bytes(lists_.capacity() * sizeof(PostingList)) + list_bytes_;
  }

 private:
  StringNumbers numbers_;
  std::vector<PostingList> lists_;  ///< by the number of the text
  std::size_t list_bytes_ = 0;      ///< what the lists have on the heap
};

}  // namespace turnstream::recall
