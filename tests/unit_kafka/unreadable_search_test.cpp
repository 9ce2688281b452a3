#include "pipeline/log/kafka/unreadable_search.h"

#include <doctest/doctest.h>
#include <initializer_list>

namespace turnstream::log::kafka {
namespace {

struct Found {
  std::int64_t last = 0;
  int reads = 0;
};

/// Searches in a partition where exactly the reads from `batch` to `last` fail.
Found search(std::int64_t batch, std::int64_t from, std::int64_t last, std::int64_t end) {
  UnreadableSearch search(batch, from, end);
  Found found;
  while (!search.done()) {
    REQUIRE(search.probe() >= from);
    REQUIRE(search.probe() < end);
    REQUIRE(++found.reads < 100);
    search.probe() <= last ? search.note_failed() : search.note_passed();
  }
  REQUIRE_FALSE(search.is_readable());
  found.last = search.last();
  return found;
}

TEST_CASE("the search finds the last offset of every batch wherever the read begins and the partition ends") {
  for (std::int64_t size = 1; size <= 40; ++size) {
    for (std::int64_t from = 0; from < size; ++from) {
      for (const std::int64_t behind : {1, 2, 3, 17, 1'000}) {
        const std::int64_t last = 100 + size - 1;
        CHECK(search(100, 100 + from, last, last + behind).last == last);
      }
    }
  }
}

TEST_CASE("a batch of one record takes two reads and a batch of three million records fewer than fifty") {
  CHECK(search(7, 7, 7, 1'000'000).reads == 2);
  CHECK(search(0, 0, 3'000'000, 1'000'000'000).reads < 50);
}

TEST_CASE("a batch that can be read after all ends the search at once") {
  UnreadableSearch search(5, 8, 20);
  CHECK(search.probe() == 8);
  search.note_passed();
  CHECK(search.done());
  CHECK(search.is_readable());
}

}  // namespace
}  // namespace turnstream::log::kafka
