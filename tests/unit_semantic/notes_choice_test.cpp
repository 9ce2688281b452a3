// The notes of record of a session are the choice of stages/common/notes over all units of the session.

#include <doctest/doctest.h>
#include <set>

#include "stages/common/notes/choice.h"
#include "stages/semantic/notes/poverty.h"
#include "tests/source_folder.h"
#include "tests/unit_notes/conversations.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

constexpr std::size_t kNotes = 8;

bool is_of(const notes::ScoredUnit& unit, const char* feature) {
  return unit.features[notes::place_of_feature(feature)] > 0;
}

/// The rule of candidates.h.
bool is_candidate(const notes::ScoredUnit& unit) {
  const bool social = is_of(unit, "question") || is_of(unit, "greet") || is_of(unit, "thank") || is_of(unit, "cheer");
  return unit.words >= 2 && !unit.stems.empty() && (!social || unit.score >= notes::kWorthKeeping);
}

std::set<std::string> best_texts(std::vector<notes::ScoredUnit> units) {
  std::erase_if(units, [](const notes::ScoredUnit& unit) { return !is_candidate(unit); });
  for (notes::ScoredUnit& unit : units) {
    unit.score -= poverty_of(unit, poor_signs_of(notes::ReadText(unit.text)));
  }
  std::set<std::string> texts;
  for (const std::size_t place : notes::best_units(units, kNotes)) {
    texts.insert(units[place].text);
  }
  return texts;
}

/// Gives the session as turns: a message of the first speaker is the user's, and the one behind it of the second the answer.
void give_session(SemanticFixture& test, const notes::Conversation& talk, const notes::Session& session,
                  std::int64_t start_ms) {
  const std::string_view user = test.keep(talk.speakers[0]);
  const std::string_view agent = test.keep(talk.speakers[1]);
  for (std::size_t i = 0; i < session.texts.size(); ++i) {
    model::StateExport turn = test.empty_turn(start_ms + static_cast<std::int64_t>(i) * kMinute);
    turn.user_id = user;
    turn.agent_name = agent;
    turn.session_id = test.keep(session.name);
    if (session.texts[i].first == user) {
      turn.turn_data.user_input = session.texts[i].second;
      if (i + 1 == session.texts.size() || session.texts[i + 1].first == user) {
        test.give(turn);
        continue;
      }
      ++i;
    }
    turn.turn_data.assistant_response = session.texts[i].second;
    test.give(turn);
  }
}

}  // namespace

TEST_CASE("the notes of a session are its best units as the reference chooses them less what makes units poor") {
  const auto conversations = notes::read_conversations(source_folder() + "/tests/unit_notes/talk.json");
  REQUIRE(conversations.size() == 1);
  SemanticFixture test("{}");
  notes::SessionScorer scorer(conversations[0]);
  std::int64_t start_ms = 0;
  for (const notes::Session& session : conversations[0].sessions) {
    give_session(test, conversations[0], session, start_ms);
    start_ms += kDay;
    std::set<std::string> of_session;
    for (const auto& [text, note] : test.notes()) {
      if (note.at("session_id") == session.name) {
        of_session.insert(text);
      }
    }
    CAPTURE(session.name);
    CHECK(of_session == best_texts(scorer.score(session)));
  }
}

}  // namespace turnstream::semantic
