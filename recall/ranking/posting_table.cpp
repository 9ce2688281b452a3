#include "recall/ranking/posting_table.h"

#include "pipeline/base/check.h"

namespace turnstream::recall {

std::uint32_t PostingTable::number_of(std::string_view text) {
  const std::uint32_t number = numbers_.add(text);
  if (number == lists_.size()) {
    lists_.emplace_back();
  }
  return number;
}

void PostingTable::insert(std::uint32_t number, MessageNumber message, std::uint32_t count) {
  PostingList& list = lists_[number];
  list_bytes_ -= list.memory_bytes();
  list.insert(message, count);
  list_bytes_ += list.memory_bytes();
}

void PostingTable::remove(std::string_view text, MessageNumber message) {
  const std::optional<std::uint32_t> number = numbers_.find(text);
  TS_CHECK(number);
  PostingList& list = lists_[*number];
  list_bytes_ -= list.memory_bytes();
  list.remove(message);
  if (list.empty()) {
    list = {};
    numbers_.remove(text);
  }
  list_bytes_ += list.memory_bytes();
}

const PostingList* PostingTable::find(std::string_view text) const {
  const std::optional<std::uint32_t> number = numbers_.find(text);
  return number ? &lists_[*number] : nullptr;
}

}  // namespace turnstream::recall
