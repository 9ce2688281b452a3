#include "stages/episodic/episodes.h"

#include <doctest/doctest.h>

#include "pipeline/codec/episode.h"
#include "pipeline/codec/ids.h"
#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

constexpr std::int64_t kGap = 30 * kMinute;

std::vector<model::Episode> episodes_in(const std::vector<model::Change>& changes) {
  std::vector<model::Episode> found;
  for (const auto& change : changes) {
    if (change.kind == "episode") {
      CHECK(change.op == model::ChangeOp::kPut);
      found.push_back(*codec::parse_episode(change.value));
    }
  }
  return found;
}

TEST_CASE("an item belongs to an episode less than the gap after its end or before its start") {
  OpenEpisode episode;
  episode.start = EventTime{kHour};
  episode.end = EventTime{2 * kHour};
  CHECK(belongs(episode, EventTime{2 * kHour + kGap - 1}, kDefaults));
  CHECK_FALSE(belongs(episode, EventTime{2 * kHour + kGap}, kDefaults));
  CHECK(belongs(episode, EventTime{kHour - kGap + 1}, kDefaults));
  CHECK_FALSE(belongs(episode, EventTime{kHour - kGap}, kDefaults));
}

TEST_CASE("an episode lists 256 items and counts all") {
  OpenEpisode episode;
  EpisodeBody body;
  for (int i = 0; i < 300; ++i) {
    Uuid id{};
    id[0] = static_cast<std::uint8_t>(i % 256);
    id[1] = static_cast<std::uint8_t>(i / 256);
    add_item(episode, body, id, kDefaults);
  }
  add_item(episode, body, Uuid{}, kDefaults);
  CHECK(episode.items == 300);
  CHECK(body.item_ids.size() == 256);
  CHECK(decode_body(encode_body(body)) == body);
  CHECK_FALSE(decode_body("\x05").has_value());
}

TEST_CASE("an episode closes at the first item of its session beyond the gap") {
  EpisodicFixture memory;
  const auto first = items_added(memory.chat("plan the journey", 0));
  const auto second = items_added(memory.chat("book the hotel", kGap - 1));
  const auto outcome = memory.chat("weather today", 2 * kGap - 1);
  const auto closed = episodes_in(outcome.changes);
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].session_id == "s1");
  CHECK(closed[0].start.value() == kStart);
  CHECK(closed[0].end.value() == kStart + kGap - 1);
  CHECK(closed[0].item_ids == std::vector<std::string>{first[0].id, second[0].id});
  CHECK(closed[0].items == 2);
  CHECK(closed[0].tags == std::vector<std::string>{"plan", "journey", "book", "hotel"});
  CHECK(closed[0].id == to_string(codec::episode_id("helper", "s1", first[0].id)));
}

TEST_CASE("an episode closes when its session has been silent for the gap") {
  EpisodicFixture memory;
  memory.chat("hello there", 0);
  memory.chat("in another session", kMinute, "s2");
  CHECK(episodes_in(memory.ticks(0, kGap - kSecond)).empty());
  const auto closed = episodes_in(memory.ticks(kGap - kSecond, kGap + 5 * kMinute));
  REQUIRE(closed.size() == 2);
  CHECK(closed[0].session_id == "s1");
  CHECK(closed[1].session_id == "s2");
  CHECK(memory.driver().timers("helper").count("episodes") == 0);
}

TEST_CASE("activity keeps an episode open beyond the due time of its timer") {
  EpisodicFixture memory;
  memory.chat("hello there", 0);
  memory.chat("again", 20 * kMinute);
  CHECK(episodes_in(memory.ticks(20 * kMinute, 49 * kMinute)).empty());
  const auto closed = episodes_in(memory.ticks(49 * kMinute, 53 * kMinute));
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].items == 2);
}

TEST_CASE("sessions have episodes of their own and the longest idle closes when too many are open") {
  EpisodicFixture memory;
  memory.driver().set_settings(R"({"episodic":{"open_episodes_max":2}})");
  memory.chat("one", 0, "a");
  memory.chat("two", 1, "b");
  memory.chat("three", 2, "a");
  const auto closed = episodes_in(memory.chat("four", 3, "c").changes);
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].session_id == "b");
}

TEST_CASE("an item that collapsed into another leads the episode under an id of its own") {
  EpisodicFixture memory;
  memory.driver().set_settings(R"({"episodic":{"promotion_importance_min":1,"age_out_importance":0}})");
  memory.chat("ping", 0);
  const auto first = episodes_in(memory.chat("ping", kGap).changes);
  const auto second = episodes_in(memory.chat("ping", 2 * kGap).changes);
  REQUIRE(first.size() == 1);
  REQUIRE(second.size() == 1);
  CHECK(first[0].item_ids == second[0].item_ids);
  CHECK(first[0].id != second[0].id);
}

TEST_CASE("beyond the limit the oldest closed episode is removed") {
  EpisodicFixture memory;
  memory.driver().set_settings(R"({"episodic":{"closed_episodes_max":70}})");
  std::vector<std::string> ids;
  int removed = 0;
  for (int i = 0; i < 150; ++i) {
    const auto outcome = memory.chat("turn " + std::to_string(i), i * kGap);
    for (const auto& change : outcome.of_kind("episode")) {
      if (change.op == model::ChangeOp::kPut) {
        ids.push_back(change.id);
      } else {
        REQUIRE(change.id == ids[static_cast<std::size_t>(removed)]);
        ++removed;
      }
    }
  }
  CHECK(ids.size() == 149);
  CHECK(removed == 79);
}

}  // namespace
}  // namespace turnstream::episodic
