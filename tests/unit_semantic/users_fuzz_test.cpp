#include <doctest/doctest.h>
#include <map>
#include <random>
#include <set>

#include "pipeline/codec/patch.h"
#include "stages/semantic/semantic_stage.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

namespace {

constexpr std::size_t kTurns = 120;
constexpr std::string_view kSaid[] = {"I live in Berlin.",
                                      "I live in Paris.",
                                      "I moved to Porto.",
                                      "I work at Acme.",
                                      "I no longer work at Acme.",
                                      "I work at Globex.",
                                      "I'm married.",
                                      "I'm single.",
                                      "I like climbing.",
                                      "I don't like climbing anymore.",
                                      "My dog is called Rex.",
                                      "My favourite colour is blue.",
                                      "My favourite colour is green.",
                                      "I prefer TypeScript for large codebases.",
                                      "I prefer Go for large codebases.",
                                      "Engaged to Mateo, member of the rowing club.",
                                      "Broke up with Mateo and left the rowing club.",
                                      "Based in Leeds.",
                                      "Finally out of Leeds!",
                                      "Stopped training for the Boston marathon.",
                                      "Training for the Boston marathon.",
                                      "The api port is 8080.",
                                      "The api port is 9090. I like sailing."};
constexpr std::string_view kNoted[] = {
    "The user works at Acme", "The user lives in Berlin",
    "User would rather not be called before nine in the morning on any day of the week",
    "User would rather not be called before nine in the morning on any day of the week at home",
    "My sister and I were in the mountains when the storm came and lost the tent"};

struct Turn {
  model::User user;
  std::string_view said;
  std::string_view noted;
  bool recalled = false;
  std::int64_t at_ms = 0;  ///< the event time; of some turns before that of an earlier one
};

std::vector<Turn> random_turns(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  const model::User users[] = {{"u1", "Ann"}, {"u2", "Bob"}};
  std::vector<Turn> turns(kTurns);
  for (std::size_t i = 0; i < kTurns; ++i) {
    Turn& turn = turns[i];
    turn.user = users[pick(2)];
    turn.said = kSaid[pick(std::size(kSaid))];
    turn.noted = pick(4) == 0 ? kNoted[pick(std::size(kNoted))] : std::string_view();
    turn.recalled = pick(5) == 0;
    const std::size_t late = pick(6) == 0 ? pick(10) : 0;
    turn.at_ms = static_cast<std::int64_t>(i + 10 - late) * kMinute;
  }
  return turns;
}

/// The facts about users, by user and text, without ids and without what depends on other facts' ids.
class Facts {
 public:
  Facts() : stage_(make_semantic_stage()), driver_(*stage_) {}

  void give(const Turn& said, std::size_t number, const std::string& persona) {
    const std::string id = "turn" + std::to_string(number);
    const std::string session = "session of " + said.user.id;
    model::StateExport turn;
    turn.turn_id = id;
    turn.agent_id = persona;
    turn.session_id = session;
    turn.user_id = said.user.id;
    turn.user_name = said.user.name;
    turn.timestamp = EventTime{kStart + said.at_ms};
    turn.turn_data.user_input = said.said;
    if (!said.noted.empty()) {
      model::Observation& observation = turn.observations.emplace_back();
      observation.content = said.noted;
      observation.confidence_millionths = 800'000;
    }
    if (said.recalled) {
      turn.metadata.memories_recalled = {"61e2e4d0-312c-5278-9766-75be294db30c"};
    }
    const auto outcome = driver_.turn(turn, LogTime{kStart + static_cast<std::int64_t>(number) * kMinute});
    REQUIRE(outcome.status.ok());
    for (const model::Change& change : outcome.of_kind("fact")) {
      REQUIRE(change.op == model::ChangeOp::kPut);
      facts_[change.id] = Json::parse(change.value);
    }
    user_of_turn_[id] = said.user.id;
    for (const model::Change& change : outcome.of_kind("note")) {
      if (change.op == model::ChangeOp::kDelete) {
        notes_.erase(change.id);
      } else {
        const bool whole = change.op == model::ChangeOp::kPut;
        notes_[change.id] =
            Json::parse(whole ? std::string(change.value) : codec::patched(notes_.at(change.id).dump(), change));
      }
    }
  }

  /// A note of a user rests on that user's turns alone.
  void check_notes() const {
    CHECK_FALSE(notes_.empty());
    for (const auto& [id, note] : notes_) {
      const std::string user = note.value("user_id", std::string());
      for (const Json& source : note.at("sources")) {
        CHECK((user.empty() || user_of_turn_.at(source.at("turn_id")) == user));
      }
    }
  }

  [[nodiscard]] std::map<std::string, std::string> of_users() const {
    std::map<std::string, std::string> found;
    for (const auto& [id, fact] : facts_) {
      if (!fact.contains("user_id")) {
        continue;
      }
      Json shown = fact;
      shown.erase("id");
      shown.erase("persona_id");
      if (!fact.at("superseded_by").is_null()) {
        const Json& newer = facts_.at(fact.at("superseded_by").get<std::string>());
        CHECK(newer.at("user_id") == fact.at("user_id"));
        shown["superseded_by"] = newer.at("text");
      }
      for (Json& source : shown.at("sources")) {
        source.erase("id");
      }
      const bool is_new = found.emplace(fact.at("text").get<std::string>(), shown.dump()).second;
      CHECK(is_new);
    }
    return found;
  }

 private:
  std::unique_ptr<stage_api::Stage> stage_;
  stage_api::TestDriver driver_;
  std::map<std::string, Json> facts_;
  std::map<std::string, Json> notes_;
  std::map<std::string, std::string> user_of_turn_;
};

}  // namespace

TEST_CASE("two users of one persona have the facts that they have as users of two personas") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Facts together;
    Facts apart;
    const std::vector<Turn> turns = random_turns(seed);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      together.give(turns[i], i, "helper");
      apart.give(turns[i], i, "helper of " + turns[i].user.id);
    }
    const auto found = together.of_users();
    CHECK(found.size() > 10);
    CHECK(found == apart.of_users());
    together.check_notes();
  }
}

}  // namespace turnstream::semantic
