// What stands before a note, and what makes a sentence a poor one.

#include <doctest/doctest.h>

#include "stages/semantic/notes/context.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/pointing.h"
#include "stages/semantic/notes/poverty.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

using nlohmann::json;

const std::string kSpot =
    "Last Friday my sister Clara and I found an old lighthouse near Porto, which nobody has used since 1950.";
const std::string kClimb = "Climbing it took us two hours in the rain, and Clara lost her red scarf on the way up.";

void give_chat(SemanticFixture& test, std::string user, std::string agent, std::int64_t event_ms) {
  model::StateExport turn = test.empty_turn(event_ms);
  turn.turn_data.user_input = test.keep(std::move(user));
  turn.turn_data.assistant_response = test.keep(std::move(agent));
  test.give(turn);
}

/// Of the rows of notes; facts have the sentences that made them.
bool any_notes_row_has(SemanticFixture& test, std::string_view text) {
  const auto& rows = test.driver().rows("helper");
  return std::any_of(rows.begin(), rows.end(), [text](const auto& row) {
    const bool of_notes =
        row.first.starts_with(kNotePrefix) || row.first.starts_with(kRingPrefix) || row.first.starts_with(kSaidPrefix);
    return of_notes && row.second.find(text) != std::string::npos;
  });
}

std::string ids(const json& note) {
  return R"({"ids":[")" + note.at("id").get<std::string>() + R"("]})";
}

}  // namespace

TEST_CASE("a forgotten sentence that is said again stands before no note") {
  SemanticFixture test("{}");
  test.say(kSpot, 0);
  test.forget(ids(test.notes().at(kSpot)), kSecond);
  test.say(kSpot + " " + kClimb, kMinute);
  CHECK(test.notes().count(kSpot) == 0);
  CHECK(test.notes().at(kClimb).at("before").is_null());
}

TEST_CASE("a note that is forgotten by its id alone leaves what stands before other notes") {
  SemanticFixture test("{}");
  test.say(kSpot + " " + kClimb, 0);
  CHECK(test.notes().at(kClimb).at("before") == kSpot);
  test.forget(ids(test.notes().at(kSpot)), kMinute);
  CHECK(test.notes().count(kSpot) == 0);
  CHECK(test.notes().at(kClimb).at("before").is_null());
  CHECK(!any_notes_row_has(test, "lighthouse near Porto"));
}

TEST_CASE("the first sentence of a message that points back has what its speaker said before") {
  SemanticFixture test("{}");
  const std::string won = "I won the regional chess tournament in Porto last Friday.";
  const std::string winning = "Winning was a huge boost, and now Clara wants to learn chess too.";
  give_chat(test, "Congratulations on everything, Ann.", won, 0);
  give_chat(test, "Well done!", winning, kMinute);
  CHECK(test.notes().at(winning).at("before") == won);
  test.forget(R"({"ids":["turn1"]})", 2 * kMinute);
  CHECK(test.notes().at(winning).at("before").is_null());
  CHECK(!any_notes_row_has(test, "regional chess"));
}

TEST_CASE("a question that names something needs nothing before its answer") {
  SemanticFixture test("{}");
  give_chat(test, "How was the harbour tour?", "I bought two tickets for the Porto opera in May.", 0);
  give_chat(test, "Where did the opera tickets come from?", "They came from a man called Costa in Lisbon.", kMinute);
  CHECK(test.notes().at("They came from a man called Costa in Lisbon.").at("before").is_null());
}

TEST_CASE("a question without content has the sentence before it") {
  CHECK(quoted_question("I saw your photo of the lighthouse. Wanna tell me more?") ==
        "I saw your photo of the lighthouse. Wanna tell me more?");
  CHECK(quoted_question("I saw your photo. Who painted the lighthouse?") == "Who painted the lighthouse?");
  CHECK(quoted_question("Thanks a lot, Ann! Is that recent?") == "Is that recent?");
  CHECK(quoted_question("I saw it.").empty());
}

TEST_CASE("a sentence that introduces something takes the one that says what it is") {
  SemanticFixture test("{}");
  const std::string book = "Last month in Porto I read a book that really made a big impact on my sister Clara.";
  const std::string about = "It's about how habits make differences.";
  test.say(book + " " + about, 0);
  CHECK(test.notes().count(book + " " + about) == 1);
  CHECK(test.notes().count(about) == 0);
}

TEST_CASE("what points back without a pronoun is known") {
  const auto points = [](std::string_view text) { return points_back(notes::ReadText(text)); };
  for (const std::string_view text : {"Winning was great.", "We even won a cup.", "I love this trilogy.",
                                      "I liked the book.", "I went through that, so no."}) {
    CAPTURE(text);
    CHECK(points(text));
  }
  for (const std::string_view text : {"Running a shop is hard.", "The book about Porto sold.",
                                      "I bought a boat and love it.", "I bought a book and read the book."}) {
    CAPTURE(text);
    CHECK_FALSE(points(text));
  }
}

TEST_CASE("a picture that is presented and encouragement are known by two words") {
  for (const std::string_view text : {"Check out the photo", "Here are our pics", "Here is a picture",
                                      "Here's an image", "Look at the snapshot", "This is the best shot"}) {
    CAPTURE(text);
    CHECK(poor_signs_of(notes::ReadText(text)).pictures);
  }
  for (const std::string_view text : {"believe in it",
                                      "being there",
                                      "your encouragement",
                                      "encouragement means all",
                                      "never give up",
                                      "here for you",
                                      "i agree",
                                      "i bet",
                                      "i hope",
                                      "keep going",
                                      "keep it",
                                      "keep pushing",
                                      "keep up",
                                      "let's",
                                      "means a lot",
                                      "mean a lot",
                                      "proud of you",
                                      "rooting for you",
                                      "totally agree",
                                      "your support"}) {
    CAPTURE(text);
    CHECK(poor_signs_of(notes::ReadText(text)).encourages);
  }
  const PoorSigns none = poor_signs_of(notes::ReadText("Here we sold the photo of my support"));
  CHECK(!none.pictures);
  CHECK(!none.encourages);
}

TEST_CASE("captions and advice and encouragement and what holds for everybody are poor") {
  const auto poor = [](std::string_view text) {
    const notes::ScoredUnit unit = notes::score_message(text, {}, {}, notes::WordStatistics()).front();
    return poverty_of(unit, poor_signs_of(notes::ReadText(text))) > 0;
  };
  for (const std::string_view text :
       {"Here's a pic of the school with the new windows.", "Your support means a lot to me and my studio.",
        "You should write every morning with a pencil.", "Breaks help people recharge and find peace."}) {
    CAPTURE(text);
    CHECK(poor(text));
  }
  for (const std::string_view text :
       {"Here's a pic of us in Porto last May.", "I write with a pencil.", "My sister paints boats."}) {
    CAPTURE(text);
    CHECK(!poor(text));
  }
}

}  // namespace turnstream::semantic
