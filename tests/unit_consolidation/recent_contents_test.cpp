#include "stages/consolidation/working/recent_contents.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "tests/unit_consolidation/row_map.h"

namespace turnstream::consolidation {
namespace {

constexpr RecentRules kRules{100, 1000};

ItemPlace place_of(std::uint64_t number) {
  Uuid id{};
  id[0] = static_cast<std::uint8_t>(number);
  id[1] = static_cast<std::uint8_t>(number >> 8);
  return item_place(id, "turn" + std::to_string(number / 5), "session" + std::to_string(number / 40));
}

std::optional<ItemPlace> note(RowMap& rows, const std::string& content, std::uint64_t number, std::int64_t now) {
  RecentContents recent(rows, kRules);
  const auto found = recent.note(content, place_of(number), number, LogTime{now});
  REQUIRE(found.ok());
  REQUIRE(recent.finish().ok());
  return *found;
}

struct Noted {
  std::string content;
  std::uint64_t number = 0;
  std::int64_t at = 0;
};

/// The place of the last equal content that still counts.
std::optional<ItemPlace> last_equal(const std::vector<Noted>& all, const Noted& now) {
  const auto found =
      std::find_if(all.rbegin(), all.rend(), [&now](const Noted& one) { return one.content == now.content; });
  const bool still_counts = found != all.rend() && now.number - found->number <= 100 && now.at - found->at < 1000;
  return still_counts ? std::optional(place_of(found->number)) : std::nullopt;
}

}  // namespace

TEST_CASE("the last equal content that still counts is found as in a list of all") {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    RowMap rows;
    std::vector<Noted> all;
    std::uint64_t number = 0;
    std::int64_t now = 0;
    std::size_t equal = 0;
    for (int call = 0; call < 600; ++call) {
      now += random() % 40 == 0 ? static_cast<std::int64_t>(random() % 2000) : static_cast<std::int64_t>(random() % 60);
      RecentContents recent(rows, kRules);
      for (auto i = random() % 7; i > 0; --i) {
        const Noted one{"Content " + std::to_string(random() % 90), number, now};
        const auto found = recent.note(one.content, place_of(number), number, LogTime{now});
        REQUIRE(found.ok());
        CHECK(*found == last_equal(all, one));
        equal += found->has_value() ? 1 : 0;
        all.push_back(one);
        ++number;
      }
      REQUIRE(recent.finish().ok());
      CHECK(rows.rows.size() <= 7);
      if (random() % 30 == 0) {
        const std::uint64_t turn = number / 5 - std::min<std::uint64_t>(number / 5, random() % 10);
        REQUIRE(RecentContents(rows, kRules).forget({"turn" + std::to_string(turn)}, std::nullopt, number).ok());
        std::erase_if(all, [turn](const Noted& noted) { return noted.number / 5 == turn; });
      }
      if (random() % 150 == 0) {
        REQUIRE(RecentContents(rows, kRules).clear(number).ok());
        CHECK(rows.rows.empty());
        all.clear();
      }
    }
    CHECK(equal > 100);
  }
}

TEST_CASE("contents are equal in their normal form and the items of a turn are one row") {
  RowMap rows;
  RecentContents recent(rows, kRules);
  for (std::uint64_t number = 0; number < 5; ++number) {
    CHECK_FALSE(recent.note("Content " + std::to_string(number), place_of(number), number, LogTime{1})->has_value());
  }
  REQUIRE(recent.finish().ok());
  CHECK(rows.puts == 1);
  CHECK(note(rows, "content   3.", 5, 2) == place_of(3));
}

TEST_CASE("forgotten items and sessions leave no place and rows that are too old leave") {
  RowMap rows;
  for (std::uint64_t number = 0; number < 80; ++number) {
    note(rows, "Content " + std::to_string(number), number, 5);
  }
  const ItemPlace gone = place_of(70);
  REQUIRE(RecentContents(rows, kRules).forget({to_string(gone.item)}, "session0", 80).ok());
  CHECK_FALSE(note(rows, "Content 70", 80, 6).has_value());
  CHECK_FALSE(note(rows, "Content 30", 81, 6).has_value());
  CHECK(note(rows, "Content 71", 82, 6) == place_of(71));
  CHECK(rows.rows.size() == 4);  // three of contents, one of hashes
  CHECK_FALSE(note(rows, "Content 71", 83, 2000).has_value());
  CHECK(rows.rows.size() == 1);
}

TEST_CASE("of two thousand contents an equal one is found in a few rows") {
  RowMap rows;
  const RecentRules rules{2048, 1'000'000};
  const auto note_one = [&](const std::string& content, std::uint64_t number) {
    RecentContents recent(rows, rules);
    const auto found = recent.note(content, place_of(number), number, LogTime{static_cast<std::int64_t>(number)});
    REQUIRE(found.ok());
    REQUIRE(recent.finish().ok());
    return *found;
  };
  for (std::uint64_t number = 0; number < 5000; ++number) {
    rows.gets = 0;
    CHECK_FALSE(note_one("Content " + std::to_string(number), number).has_value());
    CHECK(rows.gets <= 10);
  }
  CHECK(rows.rows.size() <= 2048 / 32 + 2 + 2048 / 512 + 2);
  CHECK(note_one("Content 2952", 5000) == place_of(2952));
  CHECK(note_one("Content 4001", 5001) == place_of(4001));
  CHECK_FALSE(note_one("Content 2953", 5002).has_value());
  REQUIRE(RecentContents(rows, rules).forget({"turn" + std::to_string(4100 / 5)}, std::nullopt, 5003).ok());
  CHECK_FALSE(note_one("Content 4100", 5003).has_value());
  CHECK(note_one("Content 4099", 5004) == place_of(4099));
  REQUIRE(RecentContents(rows, rules).clear(5005).ok());
  CHECK(rows.rows.empty());
}

TEST_CASE("a damaged row of recent contents is an error") {
  RowMap rows;
  note(rows, "Content", 0, 1);
  rows.rows.begin()->second.pop_back();
  CHECK_FALSE(RecentContents(rows, kRules).note("Content", place_of(1), 1, LogTime{2}).ok());
  CHECK_FALSE(RecentContents(rows, kRules).forget({}, std::nullopt, 1).ok());
}

}  // namespace turnstream::consolidation
