#pragma once
// The postings of a list as values, for comparisons. Threads: the one that tests.

#include <cstdint>
#include <doctest/doctest.h>
#include <utility>
#include <vector>

#include "recall/ranking/posting_list.h"

namespace turnstream::recall {

using Postings = std::vector<std::pair<MessageNumber, std::uint32_t>>;

/// In the order of the list; none for null.
inline Postings all_of(const PostingList* list) {
  Postings postings;
  if (list != nullptr) {
    list->for_each([&](MessageNumber message, std::uint32_t count) { postings.emplace_back(message, count); });
    CHECK(list->holding() == postings.size());
  }
  return postings;
}

}  // namespace turnstream::recall
