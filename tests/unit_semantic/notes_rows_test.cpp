// The rows of the notes of running sessions.

#include <doctest/doctest.h>
#include <random>
#include <set>

#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"
#include "stages/semantic/notes/ring_row.h"
#include "stages/semantic/notes/said_rows.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

const std::vector<std::string> kPlaces = {"Porto", "Lisbon", "Braga", "Faro", "Evora", "Sintra", "Coimbra", "Setubal"};
const std::vector<std::string> kThings = {"boat", "kettle", "garden", "violin", "ladder", "lantern", "bicycle"};

std::string random_sentence(std::mt19937_64& random) {
  const std::string place = kPlaces[random() % kPlaces.size()];
  const std::string thing = kThings[random() % kThings.size()];
  return "I bought a " + thing + " in " + place + " in " + std::to_string(1990 + random() % 30) + " with my sister.";
}

std::string row_of(SemanticFixture& test, const evidence::RowKey& key) {
  const auto& rows = test.driver().rows("helper");
  const auto found = rows.find(std::string(key.view()));
  return found == rows.end() ? std::string() : found->second;
}

Ring ring_of(SemanticFixture& test, std::string_view session) {
  const auto ring = decode_ring(row_of(test, evidence::row_key(kRingPrefix, hash64(session))));
  REQUIRE(ring.ok());
  return *ring;
}

/// How many drafts stand in the rows of the session's turns.
std::size_t drafts_of(SemanticFixture& test, std::string_view session) {
  const evidence::RowKey prefix = evidence::row_key(kSaidPrefix, hash64(session));
  std::size_t count = 0;
  for (const auto& [key, row] : test.driver().rows("helper")) {
    if (key.starts_with(prefix.view())) {
      const auto drafts = decode_said(row);
      REQUIRE(drafts.ok());
      count += drafts->size();
    }
  }
  return count;
}

}  // namespace

TEST_CASE("the counts in a ring are those of the statistics however sessions alternate") {
  constexpr std::uint64_t kSeed = 7;
  CAPTURE(kSeed);
  std::mt19937_64 random(kSeed);
  SemanticFixture test("{}");
  for (int turn = 0; turn < 120; ++turn) {
    const std::string session = "s" + std::to_string(random() % 3);
    std::string said = random_sentence(random);
    said += " " + random_sentence(random);
    test.say(said, turn * kSecond, session);
    const std::string settled = row_of(test, evidence::RowKey(kNoteWordsPrefix).append(std::string_view("settled")));
    const std::string recent = row_of(test, evidence::RowKey(kNoteWordsPrefix).append(std::string_view("recent")));
    const auto statistics = notes::WordStatistics::parse(settled, recent);
    REQUIRE(statistics.ok());
    const Ring ring = ring_of(test, session);
    CHECK(ring.counted == statistics->messages());
    for (const RingStem& one : ring.stems) {
      CHECK(one.holding == statistics->holding(one.stem));
    }
    const auto again = decode_ring(encode_ring(ring));
    REQUIRE(again.ok());
    CHECK(encode_ring(*again) == encode_ring(ring));
  }
}

TEST_CASE("of a turn with many units few stay in its row after they left the ring") {
  SemanticFixture test("{}");
  std::mt19937_64 random(11);
  model::StateExport turn = test.empty_turn(0);
  for (int i = 0; i < 60; ++i) {
    turn.observations.push_back(test.observation("The kettle number " + std::to_string(i) + " is on some shelf."));
  }
  test.give(turn);
  for (int i = 1; i < 200; ++i) {
    test.say(random_sentence(random), i * kSecond);
    const Ring ring = ring_of(test, "s1");
    std::set<std::uint64_t> turns;
    for (const RingUnit& unit : ring.units) {
      turns.insert(turn_of_unit(unit.number));
    }
    CHECK(drafts_of(test, "s1") <= ring.units.size() + turns.size() * SaidRows::kLeftMax);
  }
}

TEST_CASE("a damaged row of a ring is refused") {
  SemanticFixture test("{}");
  test.say("We moved to Porto last year with my sister Clara.", 0);
  const std::string row = encode_ring(ring_of(test, "s1"));
  for (std::size_t size = 0; size < row.size(); ++size) {
    CHECK(!decode_ring(row.substr(0, size)).ok());
  }
  CHECK(!decode_ring(row + "x").ok());
  std::string place_beyond = row;
  place_beyond.back() = '\x7f';
  CHECK(!decode_ring(place_beyond).ok());
}

}  // namespace turnstream::semantic
