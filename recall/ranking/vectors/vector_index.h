#pragma once
// VectorIndex: the vectors of the messages of one persona, by number, and how near each is to a query. MessageIndex owns one and adds each
// message; Cosines asks. Vectors are not stored with the rows of recall: they are made as an index is loaded, so that another table needs no
// other step. All messages are compared with a query, in one pass over a block of memory: messages · dimensions multiplications, 1.28 million
// for 10,000 messages and 128 dimensions. What neighbours lend a message is in its vector before any query comes: a message takes two bytes for
// each dimension, for its own vector and for that sum, and 16 more. Lifetime: borrows the table.
// Threads: one that changes it, or any number that read.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_table.h"
#include "recall/ranking/vectors/word_pieces.h"

namespace turnstream::recall {

class VectorIndex {
 public:
  /// `table`: null for an index without vectors, on which no call has an effect. `is_stop_word`: of messages and queries.
  explicit VectorIndex(const VectorTable* table, IsStopWord is_stop_word = nullptr)
      : table_(table), is_stop_word_(is_stop_word) {}

  /// The next message: its number is the count of calls before. The texts count as one.
  void add(std::initializer_list<std::string_view> texts);
  /// Lets the vector of `to` be the sum of the own vectors of some messages, each by its weight, instead of its own alone. `to` is one of
  /// them if its own shall count. Preconditions: messages have these numbers; as many weights as lenders.
  void lend(std::uint32_t to, std::span<const std::uint32_t> lenders, std::span<const std::uint64_t> weights);
  /// Its number stays used; it is near to nothing. What it lent stays until the next lend(). Precondition: a message has this number.
  void remove(std::uint32_t number);

  [[nodiscard]] bool has_table() const { return table_ != nullptr; }
  /// Sets `cosines` to those of all messages by number, from −1 to 1. It is 0 if the message or the query has no piece of the vocabulary,
  /// and of a removed message. Precondition: has_table().
  void compare(std::string_view query, std::vector<double>& cosines) const;

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  const VectorTable* table_;
  IsStopWord is_stop_word_;
  std::vector<std::int8_t> own_values_;  ///< of one message after the other
  std::vector<double> own_scales_;
  std::vector<std::int8_t> values_;  ///< with what neighbours lend
  std::vector<double> lengths_;      ///< of values_
};

}  // namespace turnstream::recall
