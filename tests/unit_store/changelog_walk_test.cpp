#include "pipeline/store/changelog_walk.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>
#include <string>

#include "pipeline/store/changelog_place.h"

namespace turnstream::store {
namespace {

constexpr std::int64_t kRowBytes = 100;
constexpr std::int64_t kTickMs = 30'000;

/// A table of rows of kRowBytes each, and the changelog that a walk over it bounds.
struct Table {
  WalkLimits limits;
  Walk walk;
  std::map<std::string, int> rows;      ///< by key; the value counts changes
  std::set<std::string> changed_since;  ///< the walk began
  bool has_cache = true;                ///< else no row is known to be changed
  std::int64_t now_ms = 1'767'225'600'000;
  std::int64_t next = 0;
  int walks = 0;
  std::int64_t repeated_bytes = 0;

  /// A transaction that changes these rows.
  void commit(const std::vector<std::string>& changed, bool forgets = false) {
    const WallTime now{now_ms};
    if (forgets) {
      walk.forget(now, NextOffset{next}, limits);
      changed_since.clear();
    }
    changed_since.insert(changed.begin(), changed.end());
    const auto bytes = static_cast<std::int64_t>(changed.size()) * kRowBytes;
    std::int64_t repeated = 0;
    std::int64_t taken = 0;
    if (const auto step = walk.plan(bytes, now, limits); step > 0) {
      if (!walk.is_under_way()) {
        walk.begin(NextOffset{next});
        changed_since = {changed.begin(), changed.end()};
      }
      auto row = walk.cursor().empty() ? rows.begin() : rows.upper_bound(walk.cursor());
      for (; row != rows.end() && taken < step; ++row) {
        const bool is_repeated = !has_cache || !changed_since.contains(row->first);
        taken += walk.pass(row->first, kRowBytes, is_repeated);
        repeated += is_repeated ? kRowBytes : 0;
      }
      if (taken < step) {
        walk.end(limits);
        ++walks;
      }
    }
    walk.closed(now);
    walk.wrote(bytes + repeated);
    repeated_bytes += repeated;
    ++next;
    for (const auto& key : changed) {
      ++rows[key];
    }
  }
  [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(rows.size()) * kRowBytes; }
  [[nodiscard]] double share() const {
    return static_cast<double>(walk.kept_bytes() - limits.kept_bytes_free) / static_cast<double>(bytes());
  }
};

std::string key_of(std::size_t number) {
  return "a key of half the row's bytes, which ends with " + std::to_string(100'000 + number);
}

}  // namespace

TEST_CASE("a walk and a place are read back as they were written") {
  WalkLimits limits;
  Walk walk;
  walk.begin(NextOffset{7});
  walk.pass("a\0b", 100, true);
  walk.wrote(500);
  walk.forget(WallTime{12'345}, NextOffset{9}, limits);
  walk.closed(WallTime{12'346});
  for (const std::optional<NextOffset> from : {std::optional<NextOffset>(), std::optional(NextOffset{4})}) {
    const ChangelogPlace place{NextOffset{10}, 3, walk, from};
    const std::string row = place.encode();
    const auto read = ChangelogPlace::decode(row);
    REQUIRE(read.has_value());
    CHECK(read->encode() == row);
    CHECK(read->next == NextOffset{10});
    CHECK(read->number == 3);
    CHECK(read->from == from);
    CHECK_FALSE(ChangelogPlace::decode(row + "x").has_value());
    CHECK_FALSE(ChangelogPlace::decode(row.substr(0, row.size() - 1)).has_value());
  }
  CHECK_FALSE(ChangelogPlace::decode("12 1767225600000").has_value());
}

TEST_CASE("the walk over an empty table is complete with the first batch") {
  Table table;
  table.commit({"a"});
  CHECK(table.walk.is_whole());
  CHECK(table.walk.kept() == NextOffset{0});
}

TEST_CASE("a changelog keeps at most six times its table") {
  std::mt19937 random(7);
  for (const std::size_t hot : {1'000, 20, 1}) {  // of 1000 rows, those that change
    CAPTURE(hot);
    Table table;
    for (std::size_t i = 0; i < 1'000; ++i) {
      table.commit({key_of(i)});
    }
    double most = 0;
    for (int i = 0; i < 50'000; ++i) {
      table.commit({key_of(random() % hot), key_of(random() % hot)});
      most = std::max(most, table.share());
    }
    CHECK(most <= 6.0);
    CHECK(table.walks > 10);
  }
}

TEST_CASE("a walk ends though all that is changed is ahead of it") {
  for (const bool has_cache : {true, false}) {
    CAPTURE(has_cache);
    Table table;
    table.has_cache = has_cache;
    for (std::size_t i = 0; i < 1'000; ++i) {
      table.commit({key_of(i)});
    }
    const int before = table.walks;
    // The newest 1000 rows are kept; each transaction adds one at the end.
    double most = 0;
    for (std::size_t i = 1'000; i < 20'000; ++i) {
      table.walk.erase(key_of(i - 1'000));
      table.rows.erase(key_of(i - 1'000));
      table.commit({key_of(i)});
      most = std::max(most, table.share());
    }
    CHECK(most <= (has_cache ? 6.0 : 11.0));
    CHECK(table.walks > before + 3);
  }
}

TEST_CASE("while a table grows its changelog keeps six times of it and the walks repeat as much as is added at most") {
  std::mt19937 random(5);
  for (const bool has_cache : {true, false}) {
    CAPTURE(has_cache);
    Table table;
    table.has_cache = has_cache;
    std::int64_t changed = 0;
    for (std::size_t i = 0; i < 100'000; ++i) {
      table.commit({key_of(random() % 900'000)});
      changed += kRowBytes;
      REQUIRE(table.share() <= 6.0);
    }
    CHECK(table.repeated_bytes <= changed * 11 / 10);
    CHECK(table.walks > 3);
  }
}

TEST_CASE("the first walk over a table that was there goes fast") {
  Table table;
  for (std::size_t i = 0; i < 100'000; ++i) {
    table.rows[key_of(i)] = 1;
  }
  for (int ticks = 0; table.walk.kept().value() == 0; ++ticks) {
    REQUIRE(ticks < 25);
    table.commit({});
  }
}

TEST_CASE("a step is not made for a few bytes") {
  Table table;
  table.commit({"a", "b"});
  table.commit({"b"});  // the first walk behind which there is something to drop
  const int before = table.walks;
  for (int i = 0; i < 50; ++i) {
    table.commit({"a"});  // owes 50 bytes
  }
  CHECK(table.walks == before);
  for (int i = 0; i < 50; ++i) {
    table.commit({"a"});
  }
  CHECK(table.walks == before + 1);
}

TEST_CASE("what was written before a forget is not needed within half of the time although nothing but ticks comes") {
  for (const std::size_t rows : {1, 30, 2'000, 200'000}) {
    CAPTURE(rows);
    Table table;
    table.limits.purge_ms = 86'400'000;
    for (std::size_t i = 0; i < rows; ++i) {
      table.rows[key_of(i)] = 1;
    }
    while (!table.walk.is_whole()) {
      table.commit({});
    }
    table.commit({key_of(0)});
    const std::int64_t forgot_at = table.next;
    const std::int64_t forgot_ms = table.now_ms;
    table.commit({key_of(0)}, true);
    std::int64_t settled_next = 0;  // the first batch after a quarter of the time: Kafka has begun a new segment
    std::int64_t written = table.walk.kept_bytes();
    while (settled_next == 0 || table.walk.kept().value() <= settled_next) {
      table.now_ms += kTickMs;
      table.commit({});
      if (settled_next == 0 && table.now_ms - forgot_ms >= table.limits.purge_ms / 4) {
        settled_next = table.next - 1;
      }
      REQUIRE(table.now_ms - forgot_ms <= table.limits.purge_ms / 2 + 4 * kTickMs);
    }
    CHECK(table.walk.kept().value() > forgot_at);
    // Then the walks rest.
    const int before = table.walks;
    written = table.walk.kept_bytes();
    for (int i = 0; i < 100; ++i) {
      table.now_ms += kTickMs;
      table.commit({});
    }
    CHECK(table.walks <= before + 1);
    CHECK(table.walk.kept_bytes() <= written + table.bytes());
  }
}

TEST_CASE("what a small table forgot is not needed after the next batch") {
  Table table;
  for (std::size_t i = 0; i < 1'000; ++i) {
    table.commit({key_of(i)});
  }
  for (const int walks = table.walks; table.walks < walks + 2;) {
    table.commit({key_of(3)});
  }
  const std::int64_t forgot_at = table.next;
  table.commit({key_of(5)}, true);
  table.commit({});
  CHECK(table.walk.kept().value() >= forgot_at);
}

TEST_CASE("forgets that follow each other do not keep walks from ending") {
  std::mt19937 random(3);
  Table table;
  for (std::size_t i = 0; i < 50'000; ++i) {
    table.rows[key_of(i)] = 1;
  }
  while (!table.walk.is_whole()) {
    table.commit({});
  }
  double most = 0;
  for (int i = 0; i < 100'000; ++i) {
    table.now_ms += 10;
    table.commit({key_of(random() % 50'000), key_of(random() % 50'000)}, i % 50 == 0);
    most = std::max(most, table.share());
  }
  CHECK(most <= 7.5);
}

}  // namespace turnstream::store
