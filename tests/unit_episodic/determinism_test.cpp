#include <algorithm>
#include <deque>
#include <doctest/doctest.h>
#include <random>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

/// Turns of random shape over a few words, sessions, tools and goals, so that all rules apply in combination.
class RandomTurns {
 public:
  explicit RandomTurns(unsigned seed) : random_(seed) {}

  model::StateExport next(std::int64_t after_ms) {
    auto turn = empty_turn(keep("turn " + std::to_string(++turns_)), after_ms);
    turn.session_id = pick({"s1", "s2", "s3"});
    turn.turn_data.user_input = below(3) == 0 ? std::string_view{} : words();
    turn.mentioned_me = below(8) == 0;
    for (unsigned i = below(3); i > 0; --i) {
      turn.tool_executions.push_back(tool(pick({"grep", "read", "write"}), model::ToolStatus::kSuccess));
      turn.tool_executions.back().outputs_json = keep("{\"text\":\"" + std::string(words()) + "\"}");
    }
    for (unsigned i = below(below(20) == 0 ? 140 : 4); i > 0; --i) {
      turn.observations.push_back(observation(words()));
      turn.observations.back().ephemeral = below(5) == 0;
    }
    if (below(10) == 0) {
      turn.errors = {words()};
    }
    return turn;
  }
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

 private:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  std::string_view pick(std::initializer_list<std::string_view> choices) {
    return *(choices.begin() + below(static_cast<unsigned>(choices.size())));
  }
  std::string_view words() {
    std::string text;
    for (unsigned i = 1 + below(6); i > 0; --i) {
      text += pick({"kafka ", "memory ", "Ring ", "ship ", "largest ", "Größe ", "8080 ", "the ", "typescript. "});
    }
    return keep(std::move(text));
  }

  std::mt19937 random_;
  std::deque<std::string> texts_;
  int turns_ = 0;
};

struct Life {
  std::vector<std::string> changes;
  stage_api::TestDriver::Rows rows;
  friend bool operator==(const Life&, const Life&) = default;
};

void note(Life& life, const stage_api::StageOutcome& outcome) {
  REQUIRE(outcome.status.ok());
  for (const auto& change : outcome.changes) {
    life.changes.push_back(change.kind + change.id + change.value);
  }
}

/// Applies random turns, ticks and forgets to the stage. After each it checks that the changes so far agree with the ring.
Life live(unsigned seed) {
  EpisodicFixture memory;
  RandomTurns turns(seed);
  Life life;
  std::map<std::string, model::Tier> known;
  std::int64_t time = 0;
  const auto apply = [&](const stage_api::StageOutcome& outcome) {
    note(life, outcome);
    for (const auto& change : outcome.of_kind("memory")) {
      REQUIRE(change.existed == (known.count(change.id) != 0));
      if (change.op == model::ChangeOp::kDelete) {
        REQUIRE(known.at(change.id) == model::Tier::kShortTerm);
        known.erase(change.id);
      } else if (change.op == model::ChangeOp::kPut) {
        const bool promoted = change.value.find(R"("tier":"long_term")") != std::string::npos;
        known[change.id] = promoted ? model::Tier::kLongTerm : model::Tier::kShortTerm;
      }
    }
    const auto short_term = std::count_if(known.begin(), known.end(),
                                          [](const auto& item) { return item.second == model::Tier::kShortTerm; });
    REQUIRE(short_term == memory.ring_size());
    REQUIRE(memory.ring_size() <= 100);
  };
  for (int i = 0; i < 300; ++i) {
    time += turns.below(20) == 0 ? 40 * kMinute : static_cast<std::int64_t>(turns.below(60)) * kSecond;
    if (turns.below(3) == 0) {
      apply(memory.tick(time));
    }
    apply(memory.turn(turns.next(time)));
    if (turns.below(25) == 0) {
      apply(memory.forget(R"({"session_id":"s2"})", time));
    }
  }
  life.rows = memory.driver().rows("helper");
  return life;
}

TEST_CASE("random histories keep index and rows consistent and give the same bytes each time") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    INFO("seed " << seed);
    CHECK(live(seed) == live(seed));
  }
}

}  // namespace
}  // namespace turnstream::episodic
