#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "stages/episodic/describe.h"
#include "stages/episodic/persona_state.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

PersonaState full_state() {
  PersonaState state;
  state.counters = {1, 2, 300};
  state.ring_timer_armed = true;
  state.links_next = 1000;
  state.links_first = 23;
  state.closed = {1, 7};
  OpenEpisode episode;
  episode.session_id = "s1";
  episode.id[3] = 4;
  episode.start = EventTime{-5};
  episode.end = EventTime{5};
  episode.last_active = LogTime{6};
  episode.items = 12;
  state.open_episodes = {episode, episode};
  RingEntry entry;
  entry.id[0] = 9;
  entry.importance = 1'000'000;
  entry.ephemeral = true;
  entry.since = LogTime{77};
  entry.content_hash = 88;
  state.ring = {entry, entry};
  return state;
}

TEST_CASE("a persona's state is read back as it was written") {
  for (const PersonaState& state : {PersonaState{}, full_state()}) {
    const auto read = decode_state(encode_state(state));
    REQUIRE(read.ok());
    CHECK(*read == state);
  }
}

TEST_CASE("damaged state is detected at every length") {
  const std::string bytes = encode_state(full_state());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto read = decode_state(std::string_view(bytes).substr(0, size));
    REQUIRE_FALSE(read.ok());
    REQUIRE(read.error().reaction == Reaction::kRebuildState);
  }
  CHECK_FALSE(decode_state(bytes + "x").ok());
}

TEST_CASE("every row that the stage writes can be shown") {
  EpisodicFixture memory;
  memory.chat("hello there", 0);
  memory.chat("much later", kHour);
  stage_checks::check_rows_shown(memory.driver().rows("helper"), describe_row);
  CHECK(describe_row("ring", "x").count("damaged") == 1);
}

}  // namespace
}  // namespace turnstream::episodic
