#include <doctest/doctest.h>

#include "pipeline/codec/ids.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/note_book.h"
#include "stages/semantic/notes/pointing.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

namespace {

const std::string kPorto = "We moved to Porto last year with my sister Clara.";

std::size_t rows_with(SemanticFixture& test, std::string_view prefix) {
  std::size_t count = 0;
  for (const auto& [key, row] : test.driver().rows("helper")) {
    count += key.starts_with(prefix) ? 1 : 0;
  }
  return count;
}

bool any_row_has(SemanticFixture& test, std::string_view text) {
  for (const auto& [key, row] : test.driver().rows("helper")) {
    if (row.find(text) != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// A sentence unlike the others.
std::string sentence(int number) {
  const std::string name = std::string(1, static_cast<char>('A' + number % 26)) + "o" +
                           std::string(1, static_cast<char>('a' + number / 26 % 26)) + "ville";
  return "I visited " + name + " with a friend in " + std::to_string(1900 + number % 100) + " by bus number " +
         std::to_string(number) + ".";
}

model::StateExport chat(SemanticFixture& test, std::string user, std::string agent, std::int64_t event_ms) {
  model::StateExport turn = test.empty_turn(event_ms);
  turn.turn_data.user_input = test.keep(std::move(user));
  turn.turn_data.assistant_response = test.keep(std::move(agent));
  return turn;
}

}  // namespace

TEST_CASE("a note is put in the field order that is documented") {
  SemanticFixture test("{}");
  const auto outcome = test.say(kPorto, 0);
  REQUIRE(outcome.of_kind("note").size() == 1);
  const std::string value = outcome.of_kind("note").front().value;
  const std::string id =
      to_string(codec::note_id("helper", "user", "clara last moved my porto sister to we with year"));
  const std::string source = to_string(codec::memory_id("helper", "turn1", "/turn_data"));
  CHECK(value.starts_with(
      R"({"kind":"note","id":")" + id +
      R"(","persona_id":"helper","session_id":"s1","speaker":"user","about":"self",)" + R"("text":")" + kPorto +
      R"(","reply_to":null,"before":null,"timestamp":"2026-01-01T10:00:00.000Z",)" +
      R"("span":{"from":"2026-01-01T10:00:00.000Z","to":"2026-01-01T10:00:00.000Z"},"importance":)"));
  CHECK(value.ends_with(R"(,"confidence":0.7,"current":true,"ended":null,"superseded_by":null,"sources":[{"id":")" +
                        source + R"(","turn_id":"turn1","session_id":"s1"}]})"));
}

TEST_CASE("greetings and thanks and questions alone are not notes") {
  SemanticFixture test("{}");
  test.give(chat(test, "Hi there!", "Hey! How are you?", 0));
  test.give(chat(test, "Thanks a lot!", "See you later!", kSecond));
  CHECK(test.notes().empty());
}

TEST_CASE("better sentences take the place of others and the rest costs no change") {
  SemanticFixture test(R"({"semantic":{"notes_per_session":2}})");
  test.say("I like tea in the morning.", 0);
  test.say("The kettle is on the shelf.", kSecond);
  CHECK(test.notes().size() == 2);
  test.say("We moved to Porto in May 2023 with my sister Clara and adopted two dogs from Lisbon.", 2 * kSecond);
  CHECK(test.notes().size() == 2);
  CHECK(test.notes().count("We moved to Porto in May 2023 with my sister Clara and adopted two dogs from Lisbon.") ==
        1);
  CHECK(test.say("Nice!", 3 * kSecond).of_kind("note").empty());
}

TEST_CASE("an answer names the question of the message before") {
  SemanticFixture test("{}");
  test.give(chat(test, "Hello again!", "Good to see you. Where did you move last year?", 0));
  test.give(chat(test, "To Porto with my sister Clara. What did the landlord of the Lisbon flat say?",
                 "Mister Costa returned the deposit on 3 May.", kMinute));
  CHECK(test.notes().at("To Porto with my sister Clara.").at("reply_to") == "Where did you move last year?");
  const Json answer = test.notes().at("Mister Costa returned the deposit on 3 May.");
  CHECK(answer.at("reply_to") == "What did the landlord of the Lisbon flat say?");
  CHECK(answer.at("speaker") == "helper");
}

TEST_CASE("a note that does not name what it speaks of has the sentence before it") {
  SemanticFixture test("{}");
  const std::string spot =
      "Last Friday my sister Clara and I found an old lighthouse near Porto while we were hiking there.";
  const std::string climb = "Climbing it took us two hours in the rain, and Clara lost her red scarf on the way up.";
  test.say(spot + " " + climb, 0);
  CHECK(test.notes().at(spot).at("before").is_null());
  CHECK(test.notes().at(climb).at("before") == spot);
  test.say("In May I bought two boats from a man called Costa in Lisbon. " + climb, kMinute);
  CHECK(test.notes().at(climb).at("before").is_null());  // It stood behind two sentences.
}

TEST_CASE("words that stand for something point back and others do not") {
  const auto points = [](std::string_view text) { return points_back(notes::ReadText(text)); };
  for (const std::string_view text : {"It took an hour.", "Clara likes them.", "That was hard.", "I bought one.",
                                      "We go there", "I think that's the one from Porto.", "Give 'em back."}) {
    CAPTURE(text);
    CHECK(points(text));
  }
  for (const std::string_view text :
       {"I moved to Porto on the day that Clara left.", "Clara sold one boat in May.", ""}) {
    CAPTURE(text);
    CHECK_FALSE(points(text));
  }
}

TEST_CASE("notes say whom they are about if their words say so") {
  SemanticFixture test("{}");
  test.give(chat(test, "Petra joined the Porto office in May.", "I moved the Lisbon tickets to Monday.", 0));
  test.give(chat(test, "My sister Clara bought two boats.", "You bought the boats in Lisbon in May.", kSecond));
  test.say("The backup on atlas runs at 3 on Sundays.", 2 * kSecond);
  CHECK(test.notes().at("Petra joined the Porto office in May.").at("about") == "Petra");
  CHECK(test.notes().at("I moved the Lisbon tickets to Monday.").at("about") == "agent");
  CHECK(test.notes().at("My sister Clara bought two boats.").at("about") == "self");
  CHECK(test.notes().at("You bought the boats in Lisbon in May.").at("about") == "self");
  CHECK(test.notes().at("The backup on atlas runs at 3 on Sundays.").at("about").is_null());
}

TEST_CASE("what an agent says is surer in a chat than in an agent turn and nothing if it received memories") {
  SemanticFixture test("{}");
  test.give(chat(test, "", "Mister Costa returned the deposit on 3 May.", 0));
  model::StateExport work = chat(test, "", "The Lisbon backup finished on 4 May.", kSecond);
  work.domain = model::Domain::kCode;
  test.give(work);
  const std::string_view recalled[] = {"some-id"};
  model::StateExport guarded =
      chat(test, "Clara called from Porto on 5 May.", "You live in Berlin since 2019.", 2 * kSecond);
  guarded.metadata.memories_recalled.assign(std::begin(recalled), std::end(recalled));
  test.give(guarded);
  CHECK(test.notes().at("Mister Costa returned the deposit on 3 May.").at("confidence") == 0.7);
  CHECK(test.notes().at("The Lisbon backup finished on 4 May.").at("confidence") == 0.5);
  CHECK(test.notes().count("Clara called from Porto on 5 May.") == 1);
  CHECK(test.notes().count("You live in Berlin since 2019.") == 0);
}

TEST_CASE("observations and memory writes make notes but ephemeral and weak ones do not") {
  SemanticFixture test("{}");
  model::StateExport turn = test.empty_turn(0);
  turn.observations.push_back(test.observation("The Porto gateway listens on port 8080 since May."));
  turn.observations.push_back(test.observation("The Lisbon gateway listens on port 9090 since June.", 200'000));
  turn.observations.push_back(test.observation("The Faro gateway listens on port 7070 since July."));
  turn.observations.back().ephemeral = true;
  turn.tool_executions.resize(1);
  turn.tool_executions[0].tool_id = "shell";
  turn.tool_executions[0].memory_writes.push_back(
      {"decision", "The Braga gateway moves to port 6060 in August.", std::nullopt, {}});
  test.give(turn);
  CHECK(test.notes().at("The Porto gateway listens on port 8080 since May.").at("confidence") == 0.8);
  CHECK(test.notes().at("The Braga gateway moves to port 6060 in August.").at("confidence") == 0.8);
  CHECK(test.notes().size() == 2);
}

TEST_CASE("texts with the same words are one note with two sources that stays until both sessions leave it") {
  SemanticFixture test("{}");
  test.say(kPorto, 0);
  test.say("With my sister Clara, we moved to Porto last year!", kMinute, "s2");
  REQUIRE(test.notes().size() == 1);
  CHECK(test.notes().at(kPorto).at("sources").size() == 2);
}

TEST_CASE("a forgotten note leaves with all that is kept of its turn and comes back only after unforget") {
  SemanticFixture test("{}");
  test.say(kPorto, 0);
  const std::string id = test.notes().at(kPorto).at("id");
  const auto outcome = test.forget(R"({"ids":["turn1"]})", kMinute);
  CHECK(outcome.of_kind("note").size() == 1);
  CHECK(test.notes().empty());
  CHECK(!any_row_has(test, "Porto last year"));
  test.say(kPorto, 2 * kMinute);
  CHECK(test.notes().empty());
  test.unforget(R"({"ids":[")" + id + R"("]})", 3 * kMinute);
  test.say(kPorto, 4 * kMinute);
  CHECK(test.notes().size() == 1);
}

TEST_CASE("a note loses the question that it answers if the turn of the question is forgotten") {
  SemanticFixture test("{}");
  test.give(chat(test, "Hello again!", "Good to see you. Where did you move last year?", 0));
  test.give(chat(test, "To Porto with my sister Clara.", "Great. Which street in Porto is it?", kMinute));
  test.forget(R"({"ids":["turn1"]})", 2 * kMinute);
  CHECK(test.notes().at("To Porto with my sister Clara.").at("reply_to").is_null());
  CHECK(!any_row_has(test, "Where did you move"));
  CHECK(any_row_has(test, "Which street"));
  test.forget(R"({"session_id":"s1"})", 3 * kMinute);
  CHECK(test.notes().empty());
  CHECK(!any_row_has(test, "Which street"));
}

TEST_CASE("forgetting all leaves no row of notes") {
  SemanticFixture test("{}");
  for (int i = 0; i < 30; ++i) {
    test.say(sentence(i), i * kSecond, "s" + std::to_string(i % 3));
  }
  test.forget(R"({"all":true})", kMinute);
  CHECK(test.notes().empty());
  for (const std::string_view prefix :
       {kNotesKey, kNotePrefix, kNoteRankPrefix, kRingPrefix, kSaidPrefix, kNoteWordsPrefix}) {
    CHECK(rows_with(test, prefix) == 0);
  }
}

TEST_CASE("rings and sessions are bounded and a session has at most its notes") {
  SemanticFixture test("{}");
  for (int i = 0; i < 300; ++i) {
    test.say(sentence(i), i * kSecond);
  }
  CHECK(test.notes().size() == 8);
  CHECK(rows_with(test, kSaidPrefix) <= Ring::kUnitsMax);
  for (int i = 0; i < 20; ++i) {
    test.say(sentence(300 + i), (300 + i) * kSecond, "other" + std::to_string(i));
  }
  CHECK(test.notes().size() == 28);
  CHECK(rows_with(test, kRingPrefix) == Rings::kSessionsMax);
  CHECK(rows_with(test, kSaidPrefix) == Rings::kSessionsMax);
}

TEST_CASE("a turn with any number of observations has few candidates") {
  SemanticFixture test("{}");
  model::StateExport turn = test.empty_turn(0);
  for (int i = 0; i < 400; ++i) {
    turn.observations.push_back(test.observation(sentence(i)));
  }
  notes::WordStatistics statistics;
  Talk talk;
  evidence::TurnSources sources(turn);
  const TurnUnits found = units_of(sources, SemanticSettings(), statistics, talk);
  CHECK(found.candidates.size() == kCandidatesMax);
  CHECK(found.counted.messages_before == 0);
  CHECK(found.counted.stems.size() > kCandidatesMax);
  test.give(turn);
  CHECK(test.notes().size() == 8);
  CHECK(rows_with(test, kSaidPrefix) <= Ring::kUnitsMax);
}

TEST_CASE("a session that was idle begins again and keeps the notes that it had") {
  SemanticFixture test(R"({"semantic":{"notes_per_session":2}})");
  for (int i = 0; i < 4; ++i) {
    test.say(sentence(i), i * kSecond);
  }
  CHECK(test.notes().size() == 2);
  test.say(sentence(4), Rings::kIdleMs + 4 * kSecond);
  CHECK(test.notes().size() == 3);
  CHECK(rows_with(test, kSaidPrefix) == 1);
}

TEST_CASE("of too many notes the least important leave first") {
  SemanticFixture test(R"({"semantic":{"notes_max":3}})");
  const std::string best = "We moved to Porto in May 2023 with my sister Clara and adopted two dogs from Lisbon.";
  test.say(best, 0, "first");
  for (int i = 0; i < 12; ++i) {
    test.say("The kettle number " + std::to_string(i) + " is on some shelf.", (1 + i) * kSecond,
             "s" + std::to_string(i));
    CHECK(test.notes().size() <= 3);
  }
  CHECK(test.notes().size() == 3);
  CHECK(test.notes().count(best) == 1);
  CHECK(rows_with(test, kNoteRankPrefix) == 3);
}

TEST_CASE("without notes a session nothing is kept") {
  SemanticFixture test;
  test.say(kPorto, 0);
  CHECK(test.notes().empty());
  CHECK(rows_with(test, kNoteWordsPrefix) == 0);
  CHECK(importance_of(0) == 300'000);
  CHECK(importance_of(-9 * notes::kScoreOne) == 100'000);
  CHECK(importance_of(2 * notes::kScoreOne) == 500'000);
  CHECK(importance_of(9 * notes::kScoreOne) == 900'000);
}

}  // namespace turnstream::semantic
