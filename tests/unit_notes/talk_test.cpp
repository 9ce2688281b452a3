// The scores and choices of an invented conversation are those of the reference program of the notes, whose results are
// recorded in talk_expected.json.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "stages/common/notes/choice.h"
#include "tests/source_folder.h"
#include "tests/unit_notes/conversations.h"

namespace turnstream::notes {
namespace {

const std::string kFolder = source_folder() + "/tests/unit_notes";

nlohmann::json expected_sessions() {
  std::ifstream file(kFolder + "/talk_expected.json");
  return nlohmann::json::parse(file);
}

}  // namespace

TEST_CASE("the units of a conversation have the texts and the scores of the reference to nine digits") {
  const auto conversations = read_conversations(kFolder + "/talk.json");
  REQUIRE(conversations.size() == 1);
  const nlohmann::json expected = expected_sessions();
  REQUIRE(conversations[0].sessions.size() == expected.size());
  SessionScorer scorer(conversations[0]);
  for (std::size_t s = 0; s < expected.size(); ++s) {
    const Session& session = conversations[0].sessions[s];
    const auto units = scorer.score(session);
    const nlohmann::json& wanted = expected[s]["units"];
    REQUIRE(units.size() == wanted.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
      CHECK(session.ids[units[i].message] == wanted[i]["id"]);
      CHECK(units[i].text == wanted[i]["text"]);
      CHECK_MESSAGE(units[i].score == wanted[i]["score"], units[i].text);
    }
  }
}

TEST_CASE("the choice of the best units is that of the reference") {
  const auto conversations = read_conversations(kFolder + "/talk.json");
  REQUIRE(conversations.size() == 1);
  const nlohmann::json expected = expected_sessions();
  SessionScorer scorer(conversations[0]);
  for (std::size_t s = 0; s < expected.size(); ++s) {
    const auto units = scorer.score(conversations[0].sessions[s]);
    for (std::size_t k = 0; k < 4; ++k) {
      CHECK(nlohmann::json(best_units(units, 4 * (k + 1))) == expected[s]["best"][k]);
    }
    CHECK(best_units(units, 0).empty());
    CHECK(best_units(units, 1000).size() == units.size());
  }
  CHECK(best_units({}, 8).empty());
}

TEST_CASE("what comes later does not change a score and a message alone scores as in its session") {
  const auto conversations = read_conversations(kFolder + "/talk.json");
  REQUIRE(conversations.size() == 1);
  const Conversation& talk = conversations[0];
  const Names names = names_of({talk.speakers.begin(), talk.speakers.end()});
  WordStatistics statistics;
  std::vector<Message> messages;
  for (const auto& [speaker, text] : talk.sessions[0].texts) {
    statistics.add(stems_of(text));
    messages.push_back({speaker, text});
    const auto session = score_session(messages, names, statistics);
    const bool replies = messages.size() > 1 && messages[messages.size() - 2].speaker != speaker;
    const Question question = replies ? question_in(messages[messages.size() - 2].text, names) : Question{};
    const auto alone = score_message(text, question, names, statistics);
    REQUIRE(alone.size() <= session.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
      const ScoredUnit& same = session[session.size() - alone.size() + i];
      CHECK(alone[i].text == same.text);
      CHECK(alone[i].score == same.score);
    }
  }
}

}  // namespace turnstream::notes
