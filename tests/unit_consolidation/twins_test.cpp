#include "stages/consolidation/working/twins.h"

#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

constexpr const char* kWord = "zorblaxquint";
constexpr const char* kSecret = "I moved my boat zorblaxquint from Porto to Lisbon in May.";
constexpr const char* kOther = "My sister Anna moved to Madrid last month.";

std::string ids(const std::string& id) {
  return R"({"ids":[")" + id + R"("]})";
}

/// Whether a memory, or a row other than those of the words that the persona uses, has the word.
bool knows_it(ConsolidationFixture& fixture) {
  for (const auto* memories : {&fixture.insights, &fixture.working, &fixture.topics, &fixture.daily}) {
    for (const auto& [id, memory] : *memories) {
      if (memory.dump().find(kWord) != std::string::npos) {
        return true;
      }
    }
  }
  for (const auto& [key, row] : fixture.driver().rows("helper")) {
    if (!key.starts_with("speech/") && row.find(kWord) != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// What two turns of two sessions say, and a third turn that says something else. `apart`: episodic makes two items of it,
/// because the first one is promoted before the second turn comes.
struct SaidTwice {
  explicit SaidTwice(bool apart, std::int64_t later = kMinute) {
    fixture.set_settings(apart ? R"({"episodic":{"promotion_importance_min":0.1,"promotion_trigger_importance":0.1}})"
                               : R"({"episodic":{"promotion_importance_min":1.0}})");
    for (const std::int64_t at : {std::int64_t{0}, later}) {
      model::StateExport turn = fixture.empty_turn(at);
      turn.session_id = fixture.keep(at == 0 ? "s1" : "s2");
      turn.turn_data.user_input = fixture.keep(kSecret);
      turn.user_id = "Ann";
      fixture.give(turn);
      turns.push_back(fixture.last_turn_id());
    }
    model::StateExport other = fixture.empty_turn(later + kSecond);
    other.session_id = "s3";
    other.turn_data.user_input = kOther;
    fixture.give(other);
    for (const auto& [id, item] : fixture.items) {
      if (item.dump().find(kWord) != std::string::npos) {
        items.push_back(id);
      }
    }
    REQUIRE(items.size() == (apart ? 2 : 1));
  }
  /// All that a raw command could name.
  [[nodiscard]] std::vector<std::string> commands() const {
    std::vector<std::string> all{R"({"session_id":"s1"})", R"({"session_id":"s2"})"};
    for (const auto* names : {&turns, &items}) {
      for (const std::string& name : *names) {
        all.push_back(ids(name));
      }
    }
    return all;
  }
  ConsolidationFixture fixture;
  std::vector<std::string> turns;
  std::vector<std::string> items;
};

}  // namespace

TEST_CASE("what two turns said is forgotten with each of them while their messages wait") {
  for (const bool apart : {false, true}) {
    const std::size_t commands = SaidTwice(apart).commands().size();
    for (std::size_t i = 0; i < commands; ++i) {
      SaidTwice said(apart);
      const std::string args = said.commands()[i];
      CAPTURE(apart);
      CAPTURE(args);
      CHECK(knows_it(said.fixture));
      said.fixture.command("forget", args, 2 * kMinute);
      CHECK_FALSE(knows_it(said.fixture));
      CHECK(said.fixture.working.size() == 1);
    }
  }
}

TEST_CASE("what two turns said is forgotten with each of them when insights and topics and the daily log have it") {
  for (const bool apart : {false, true}) {
    const std::size_t commands = SaidTwice(apart).commands().size();
    for (std::size_t i = 0; i < commands; ++i) {
      SaidTwice said(apart, kHour / 4);
      const std::string args = said.commands()[i];
      CAPTURE(apart);
      CAPTURE(args);
      said.fixture.command("sweep", R"({"passes":["consolidate","topics"]})", kHour / 2);
      said.fixture.tick_to(kHour);
      CHECK(said.fixture.daily.size() == 3);
      said.fixture.command("forget", args, 2 * kHour);
      CHECK_FALSE(knows_it(said.fixture));
      CHECK(said.fixture.daily.size() == 1);
      CHECK(said.fixture.insights.size() == 1);
    }
  }
}

TEST_CASE("what only one turn said leaves the other turns alone") {
  SaidTwice said(true);
  said.fixture.command("forget", ids(said.fixture.last_turn_id()), 2 * kMinute);
  CHECK(said.fixture.working.size() == 2);
  CHECK(knows_it(said.fixture));
}

}  // namespace turnstream::consolidation
