#pragma once
// VectorIndex: the vectors of the messages of one persona, by number, and how near each is to a query. MessageIndex owns one and adds each
// message; Cosines asks. Vectors are not stored with the rows of recall: they are made as an index is loaded, so that another table needs no
// other step. All messages are compared with a query, in one pass over a block of memory: messages · dimensions multiplications, 1.28 million
// for 10,000 messages and 128 dimensions. A message takes one byte for each dimension and 8 more. Lifetime: borrows the table.
// Threads: one that changes it, or any number that read.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

class VectorIndex {
 public:
  /// `table`: null for an index without vectors, on which no call has an effect.
  explicit VectorIndex(const VectorTable* table) : table_(table) {}

  /// The next message: its number is the count of calls before. The texts count as one.
  void add(std::initializer_list<std::string_view> texts);
  /// Its number stays used; it is near to nothing. Precondition: a message has this number.
  void remove(std::uint32_t number);

  [[nodiscard]] bool has_table() const { return table_ != nullptr; }
  /// Sets `cosines` to those of all messages by number, from −1 to 1. It is 0 if the message or the query has no piece of the vocabulary,
  /// and of a removed message. Precondition: has_table().
  void compare(std::string_view query, std::vector<double>& cosines) const;

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  const VectorTable* table_;
  std::vector<std::int8_t> values_;  ///< of one message after the other
  std::vector<double> lengths_;
};

}  // namespace turnstream::recall
