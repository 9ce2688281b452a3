#pragma once
// PostingList: the messages that hold one term, prefix or pair of terms, and how often each holds it. MessageIndex owns the
// lists and appends to them; the sums of a query (query_sums.h) visit them. A list is a string of bytes, two for most
// postings: the distance to the message before, shifted by one bit that says whether a count follows (without it the count
// is 1); both as numbers of 7 bits a byte, the lowest first, where bit 7 says that another byte follows.
// Threads: one that appends, or any number that read.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipeline/base/check.h"

namespace turnstream::recall {

/// The place of a message in its MessageIndex: 0 for the first one that was added.
using MessageNumber = std::uint32_t;

class PostingList {
 public:
  /// Preconditions: `message` is greater than all messages in the list; count > 0.
  void append(MessageNumber message, std::uint32_t count) {
    TS_CHECK(count > 0 && (holding_ == 0 || message > last_));
    append_number(std::uint64_t{message - last_} << 1 | (count > 1 ? 1 : 0));
    if (count > 1) {
      append_number(count);
    }
    last_ = message;
    ++holding_;
  }

  /// The number of messages in the list.
  [[nodiscard]] std::uint32_t holding() const { return holding_; }

  /// Calls visit(message, count) for each message, in ascending order.
  template <typename Visit>
  void for_each(Visit visit) const {
    MessageNumber message = 0;
    for (std::size_t at = 0; at < bytes_.size();) {
      const std::uint64_t head = read_number(at);
      message += static_cast<MessageNumber>(head >> 1);
      visit(message, (head & 1) != 0 ? static_cast<std::uint32_t>(read_number(at)) : 1U);
    }
  }

 private:
  void append_number(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) {
      bytes_.push_back(static_cast<std::uint8_t>(number | 0x80));
    }
    bytes_.push_back(static_cast<std::uint8_t>(number));
  }
  [[nodiscard]] std::uint64_t read_number(std::size_t& at) const {
    std::uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t byte = bytes_[at++];
      number |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80) {
        return number;
      }
    }
  }

  std::vector<std::uint8_t> bytes_;
  MessageNumber last_ = 0;
  std::uint32_t holding_ = 0;
};

}  // namespace turnstream::recall
