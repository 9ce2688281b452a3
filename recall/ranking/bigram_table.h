#pragma once
// BigramTable: posting lists by two term numbers. An index has some ten bigrams for each message, most of them with a single
// posting, so the lists stand in one array (open addressing with linear probing) instead of in nodes of their own. MessageIndex
// owns one. Threads: one that changes it, or any number that read. A pointer to a list is valid until the next change.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "recall/ranking/posting_list.h"

namespace turnstream::recall {

class BigramTable {
 public:
  /// The first term number in the upper half, the second in the lower.
  using Bigram = std::uint64_t;

  /// Precondition: the bigram has no posting of the message.
  void insert(Bigram bigram, MessageNumber message, std::uint32_t count);
  /// Precondition: there is such a posting.
  void remove(Bigram bigram, MessageNumber message);
  /// Null if no message has the bigram.
  [[nodiscard]] const PostingList* find(Bigram bigram) const;

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const {
    return heap_bytes(entries_.capacity() * sizeof(Entry)) + list_bytes_;
  }

 private:
  /// Without postings it is free.
  struct Entry {
    Bigram bigram = 0;
    PostingList list;
  };

  [[nodiscard]] std::size_t home_of(Bigram bigram) const;
  /// The place of the bigram, or the free one where it belongs. Precondition: there is a free one.
  [[nodiscard]] std::size_t place_of(Bigram bigram) const;
  void resize(std::size_t size);

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
  std::size_t list_bytes_ = 0;  ///< what the lists have on the heap
};

}  // namespace turnstream::recall
