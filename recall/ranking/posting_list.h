#pragma once
// PostingList: the messages (or the documents of a TextIndex) that hold one term, prefix or pair of terms, and how often
// each holds it. The indexes own the lists and change them; the sums of a query (query_sums.h, text_index.h) visit them. A
// list is a string of bytes, two for most postings: the distance to the message before, shifted by one bit that says whether
// a count follows (without it the count is 1); both as numbers of 7 bits a byte, the lowest first, where bit 7 says that
// another byte follows. A change in the middle takes linear time: it reads what is before, and moves the bytes behind.
// Threads: one that changes it, or any number that read.

#include <cstddef>
#include <cstdint>

#include "recall/ranking/few_bytes.h"

namespace turnstream::recall {

/// The place of a message in its MessageIndex: 0 for the first one that was added.
using MessageNumber = std::uint32_t;

class PostingList {
 public:
  /// Preconditions: `message` is not in the list; count > 0. A message greater than all in the list takes constant time.
  void insert(MessageNumber message, std::uint32_t count);
  /// Precondition: `message` is in the list.
  void remove(MessageNumber message);

  /// The number of messages in the list.
  [[nodiscard]] std::uint32_t holding() const { return holding_; }
  [[nodiscard]] bool empty() const { return holding_ == 0; }

  /// Calls visit(message, count) for each message, in ascending order.
  template <typename Visit>
  void for_each(Visit visit) const {
    const std::uint8_t* const bytes = bytes_.data();
    const std::size_t size = bytes_.size();
    MessageNumber message = 0;
    for (std::size_t at = 0; at < size;) {
      const std::uint8_t byte = bytes[at];
      if ((byte & kNotAlone) == 0) {
        ++at;
        message += byte >> 1;
        visit(message, std::uint32_t{1});
      } else {
        const Posting posting = next(bytes, {.end = at, .message = message});
        at = posting.end;
        message = posting.message;
        visit(message, posting.count);
      }
    }
  }

  /// What the list has on the heap, an estimate.
  [[nodiscard]] std::size_t memory_bytes() const { return bytes_.memory_bytes(); }

 private:
  struct Posting {
    std::size_t end = 0;  ///< the place of the byte behind it
    MessageNumber message = 0;
    std::uint32_t count = 0;
  };
  /// A posting and the one before it, which is a Posting{} for the first.
  struct Found {
    Posting before;
    Posting posting;
  };

  /// A posting whose first byte has none of these bits has no other byte.
  static constexpr std::uint8_t kNotAlone = 0x81;

  /// The posting behind `before`. Precondition: there is one.
  [[nodiscard]] static Posting next(const std::uint8_t* bytes, const Posting& before) {
    Posting posting{.end = before.end};
    const std::uint64_t head = read_number(bytes, posting.end);
    posting.message = before.message + static_cast<MessageNumber>(head >> 1);
    posting.count = (head & 1) != 0 ? static_cast<std::uint32_t>(read_number(bytes, posting.end)) : 1U;
    return posting;
  }
  [[nodiscard]] static std::uint64_t read_number(const std::uint8_t* bytes, std::size_t& at) {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t byte = bytes[at++];
      number |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) {
        return number;
      }
    }
  }
  [[nodiscard]] Found first_not_before(MessageNumber message) const;
  void replace(std::size_t begin, std::size_t end, const FewBytes& by);

  FewBytes bytes_;
  MessageNumber last_ = 0;  ///< 0 in an empty list
  std::uint32_t holding_ = 0;
};

}  // namespace turnstream::recall
