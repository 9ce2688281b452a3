#pragma once
// Speakers: who speaks in the messages of an index, and which of them a query names. MessageIndex owns one. A speaker has a
// number as long as a message is theirs; then another speaker may get it. It owns copies of the names.
// Threads: one that changes it, or any number that read.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "recall/ranking/posting_table.h"
#include "recall/ranking/string_numbers.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {

class Speakers {
 public:
  /// Counts a message of the speaker, and gives the speaker's number.
  std::uint32_t add_message(std::string_view name);
  /// Precondition: add_message() counted a message of this speaker that is not removed yet.
  void remove_message(std::string_view name);

  /// Absent if no message is of this speaker.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const { return names_.find(name); }
  /// The speaker whose name shares a word with the given ones; absent if there is none or more than one.
  [[nodiscard]] std::optional<std::uint32_t> only_named_in(const Words& words) const;

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const {
    return names_.memory_bytes() + words_.memory_bytes() + heap_bytes(messages_.capacity() * sizeof(std::uint32_t));
  }

 private:
  StringNumbers names_;
  std::vector<std::uint32_t> messages_;  ///< how many, by the number of the speaker
  PostingTable words_;                   ///< of the names; the speakers' numbers stand in the place of messages
};

}  // namespace turnstream::recall
