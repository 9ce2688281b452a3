#include "pipeline/store/row_cache.h"

#include <deque>
#include <doctest/doctest.h>
#include <map>
#include <random>

namespace turnstream::store {
namespace {

TEST_CASE("rows are found by key after growth and eviction and collisions") {
  RowCache cache;
  std::map<std::string, std::string> expected;
  std::deque<std::string> by_age;
  std::mt19937 random(7);
  for (int step = 0; step < 50'000; ++step) {
    const auto key = "key-" + std::to_string(random() % 5'000);
    auto& row = cache.at(key);
    const auto known = expected.find(key);
    REQUIRE(row.value == (known == expected.end() ? std::string() : known->second));
    row.value = std::to_string(step);
    expected[key] = row.value;
    if (random() % 3 == 0) {
      auto* const oldest = cache.oldest();
      expected.erase(std::string(oldest->key()));
      cache.evict(*oldest);
    }
    REQUIRE(cache.size() == expected.size());
  }
}

TEST_CASE("the least recently used row is evicted first and a pinned row never") {
  RowCache cache;
  auto& a = cache.at("a");
  auto& b = cache.at("b");
  CHECK(cache.oldest() == &a);
  CHECK(&cache.at("a") == &a);
  CHECK(cache.oldest() == &b);
  b.in_flight = true;
  cache.place(b);
  CHECK(cache.oldest() == &a);
  a.listed = true;
  cache.place(a);
  CHECK(cache.oldest() == nullptr);
  b.in_flight = false;
  cache.place(b);
  CHECK(cache.oldest() == &b);
  CHECK(&cache.at("a") == &a);
  CHECK(cache.oldest() == &b);
}

TEST_CASE("a key can have any bytes and can be empty") {
  RowCache cache;
  cache.at("").value = "empty";
  cache.at(std::string_view("\0x", 2)).value = "zero";
  CHECK(cache.at("").value == "empty");
  CHECK(cache.at(std::string_view("\0x", 2)).value == "zero");
  CHECK(cache.at(std::string_view("\0", 1)).value.empty());
}

}  // namespace
}  // namespace turnstream::store
