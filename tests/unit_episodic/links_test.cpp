#include "stages/episodic/links.h"

#include <doctest/doctest.h>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

LinkEntry link_entry(std::uint8_t id) {
  LinkEntry made;
  made.id[15] = id;
  return made;
}

std::string row_of(const std::vector<LinkEntry>& entries) {
  std::string row;
  for (const LinkEntry& each : entries) {
    append_link_entry(row, each);
  }
  return row;
}

/// The last digits of the related ids, in order.
std::vector<int> related(const LinkEntry& subject, const std::vector<LinkEntry>& entries, std::size_t skip = 0,
                         const EpisodicSettings& settings = kDefaults) {
  LinkTable table;
  REQUIRE(table.add_row(row_of({entries.begin(), entries.end() - 1})));
  table.add(entries.back());
  std::vector<int> found;
  for (const std::string& id : table.related(subject, skip, settings)) {
    found.push_back(std::stoi(id.substr(34), nullptr, 16));
  }
  return found;
}

TEST_CASE("a shared goal makes two items related and a shared session or tool alone does not") {
  LinkEntry subject = link_entry(99);
  subject.goal = 7;
  subject.session = 5;
  subject.tool = 3;
  std::vector<LinkEntry> entries{link_entry(1), link_entry(2), link_entry(3), link_entry(4), link_entry(5)};
  entries[0].goal = 7;
  entries[1].session = 5;
  entries[2].tool = 3;
  entries[3].session = 5;
  entries[3].tool = 3;
  CHECK(related(subject, entries) == std::vector<int>{4, 1});
}

TEST_CASE("fields that are absent on both sides are not equal") {
  LinkEntry subject = link_entry(99);
  subject.session = 1;
  LinkEntry other = link_entry(1);
  other.session = 1;
  CHECK(related(subject, {other}).empty());
}

TEST_CASE("two shared tags make two items related and so do one tag and the session") {
  LinkEntry subject = link_entry(99);
  subject.session = 5;
  subject.tags = {10, 20, 30};
  std::vector<LinkEntry> entries{link_entry(1), link_entry(2), link_entry(3), link_entry(4)};
  entries[0].tags = {10};
  entries[1].tags = {10, 20};
  entries[2].tags = {30, 40};
  entries[2].session = 5;
  entries[3].tags = {10 + 2048, 20 + 2048};
  CHECK(related(subject, entries) == std::vector<int>{3, 2});
}

TEST_CASE("the best come first and the newest among equals and at most eight") {
  LinkEntry subject = link_entry(99);
  subject.goal = 7;
  subject.tags = {1};
  std::vector<LinkEntry> entries;
  for (std::uint8_t i = 1; i <= 12; ++i) {
    entries.push_back(link_entry(i));
    entries.back().goal = 7;
  }
  entries[2].tags = {1};
  CHECK(related(subject, entries) == std::vector<int>{3, 12, 11, 10, 9, 8, 7, 6});
  CHECK(related(subject, entries, 9) == std::vector<int>{12, 11, 10});
  EpisodicSettings none;
  none.links_max = 0;
  CHECK(related(subject, entries, 0, none).empty());
}

TEST_CASE("a tag counts for each time that the entry has it and once for the subject") {
  LinkEntry subject = link_entry(99);
  subject.session = 5;
  subject.tags = {10, 10, 20};
  std::vector<LinkEntry> entries{link_entry(1), link_entry(2), link_entry(3)};
  entries[0].tags = {10};
  entries[1].tags = {10, 10};
  entries[2].tags = {20, 10, 30, 10};
  CHECK(related(subject, entries) == std::vector<int>{3, 2});
}

TEST_CASE("a removed entry is related to nothing") {
  LinkEntry subject = link_entry(99);
  subject.goal = 7;
  std::vector<LinkEntry> entries{link_entry(1), LinkEntry(), link_entry(3)};
  for (LinkEntry& each : entries) {
    each.goal = 7;
  }
  CHECK(related(subject, entries) == std::vector<int>{3, 1});
}

TEST_CASE("a row is read back as it was written and a damaged one is detected") {
  LinkEntry full = link_entry(1);
  full.session = 2;
  full.turn = 3;
  full.goal = 4;
  full.tool = 5;
  full.tags = {6, 7};
  const std::string row = row_of({full, link_entry(2)});
  CHECK(decode_link_row(row) == std::vector<LinkEntry>{full, link_entry(2)});
  CHECK(decode_link_row(std::string_view(row).substr(0, row.size() - 1)) == std::nullopt);
  CHECK_FALSE(LinkTable().add_row(std::string_view(row).substr(0, row.size() - 1)));
}

TEST_CASE("items are linked over the window of the last 256 also when they were promoted") {
  EpisodicFixture memory;
  auto goal_turn = [](std::string_view id, std::int64_t after_ms) {
    auto turn = empty_turn(id, after_ms);
    turn.goal_updates.resize(1);
    turn.goal_updates[0].goal_id = "ship";
    turn.goal_updates[0].progress_json = "0";
    turn.goal_updates[0].notes = id;
    return turn;
  };
  const auto first = items_added(memory.turn(goal_turn("a", 0)));
  REQUIRE(first.size() == 1);
  CHECK(first[0].tier == model::Tier::kLongTerm);
  CHECK(first[0].related_to.empty());
  for (int i = 0; i < 255; ++i) {
    memory.chat("filler " + std::to_string(i), 1000 + i, "other " + std::to_string(i));
  }
  const auto second = items_added(memory.turn(goal_turn("b", 2000)));
  REQUIRE(second.size() == 1);
  CHECK(second[0].related_to == std::vector<std::string>{first[0].id});
  const auto third = items_added(memory.turn(goal_turn("c", 2001)));
  REQUIRE(third.size() == 1);
  CHECK(third[0].related_to == std::vector<std::string>{second[0].id});
}

}  // namespace
}  // namespace turnstream::episodic
