// What is left of an entry of the daily log when some of its turns are forgotten, and which sentences must not come again.
#include "stages/consolidation/sessions/daily_lines.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/base/byte_stream.h"
#include "stages/consolidation/sessions/daily_log.h"
#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

constexpr const char* kCar = "My neighbour Paul sells a red car for 3000 euros.";
constexpr const char* kViolin = "I started to learn the violin in June with a teacher called Marek.";
constexpr const char* kDog = "Our dog Bruno broke his leg on Saturday and had surgery.";

model::Source source(const std::string& name) {
  return {"item of " + name, name, "A"};
}

/// Lines of turn a, of turn b behind a question of turn a, of turn c, and, if `open`, one that rests on all.
model::Daily entry_of_three(bool open = false) {
  model::Daily daily{
      "d", "helper", "2026-01-01", "A", {"one", "two", "three"}, {source("a"), source("b"), source("c")}};
  daily.line_sources = {{0}, {1, 0}, {2}};
  if (open) {
    daily.lines.emplace_back("four");
    daily.line_sources.emplace_back();
  }
  return daily;
}

std::vector<LeavingLine> forget_turns(model::Daily& daily, const Texts& turns) {
  return take_sources(daily, [&turns](const model::Source& one) {
    return std::find(turns.begin(), turns.end(), one.turn_id) != turns.end();
  });
}

Texts leaving_texts(const std::vector<LeavingLine>& lines) {
  Texts texts;
  for (const LeavingLine& line : lines) {
    texts.push_back(line.text + (line.barred ? " barred" : ""));
  }
  return texts;
}

stage_api::StageOutcome say_as(SessionFixture& fixture, const char* user, const std::string& text, std::int64_t at_ms) {
  model::StateExport turn;
  turn.session_id = "room";
  turn.turn_data.user_input = fixture.keep(text);
  turn.user_id = user;
  turn.agent_name = "Bot";
  return fixture.give(turn, at_ms);
}

/// Turns 1 to 3 of session A, flushed.
void say_three(SessionFixture& fixture) {
  for (const char* text : {kCar, kViolin, kDog}) {
    fixture.say("A", text, "", fixture.now_ms() + kSecond);
  }
  fixture.command("sweep", R"({"passes":["flush"]})", fixture.now_ms() + kSecond);
  REQUIRE(fixture.daily.size() == 1);
}

bool has_line(const SessionFixture& fixture, const std::string& text) {
  const Texts lines = fixture.daily_lines();
  return std::any_of(lines.begin(), lines.end(),
                     [&text](const std::string& line) { return line.find(text) != std::string::npos; });
}

/// The row as the version before wrote it.
std::string row_without_line_sources(const KeptDaily& kept) {
  std::string row;
  ByteWriter writer(row);
  const model::Daily& daily = kept.daily;
  writer.u8(1).u64(kept.number).text(daily.date).text(daily.session_id).varint(daily.lines.size());
  for (const std::string& line : daily.lines) {
    writer.text(line);
  }
  writer.varint(daily.sources.size());
  for (const model::Source& one : daily.sources) {
    writer.text(one.id).text(one.turn_id);
  }
  if (!daily.user_id.empty()) {
    writer.text(daily.user_id);
  }
  return row;
}

}  // namespace

TEST_CASE("a forgotten source takes the lines that rest on it and bars its own words alone") {
  model::Daily daily = entry_of_three();
  CHECK(leaving_texts(forget_turns(daily, {"a"})) == Texts{"one barred", "two"});
  CHECK(daily.lines == Texts{"three"});
  CHECK(daily.sources == std::vector<model::Source>{source("b"), source("c")});
  CHECK(daily.line_sources == std::vector<std::vector<std::size_t>>{{1}});
  CHECK(forget_turns(daily, {"b"}).empty());
  CHECK(daily.sources == std::vector<model::Source>{source("c")});
  CHECK(leaving_texts(forget_turns(daily, {"c"})) == Texts{"three barred"});
  CHECK(daily.lines.empty());
}

TEST_CASE("a line that can rest on all turns goes with each of them") {
  for (const std::string turn : {"a", "b", "c"}) {
    model::Daily daily = entry_of_three(true);
    const std::vector<LeavingLine> gone = forget_turns(daily, {turn});
    REQUIRE_FALSE(gone.empty());
    CHECK(leaving_texts({gone.back()}) == Texts{"four barred"});
    CHECK(gone.back().ids.size() == 6);
  }
  model::Daily daily = entry_of_three(true);
  CHECK(forget_turns(daily, {"another"}).empty());
  CHECK(daily == entry_of_three(true));
  CHECK(all_lines(daily).size() == 4);
  CHECK(all_lines(daily)[1].ids == Texts{"item of b", "b"});
}

TEST_CASE("lines of a second window keep their turns and the user goes if it is another one") {
  model::Daily daily = entry_of_three();
  daily.user_id = "ann";
  model::Daily more{"", "", "2026-01-02", "A", {"five"}, {source("c"), source("d")}, "ann", {{1, 0}}};
  join(daily, more);
  CHECK(daily.user_id == "ann");
  CHECK(daily.date == "2026-01-02");
  CHECK(daily.sources.size() == 4);
  CHECK(daily.line_sources.back() == std::vector<std::size_t>{3, 2});
  more.user_id = "bob";
  join(daily, more);
  CHECK(daily.user_id.empty());
}

TEST_CASE("a row of the version before is read and its lines rest on all turns") {
  for (const std::string user : {"", "ann"}) {
    KeptDaily kept{entry_of_three(), 7};
    kept.daily.user_id = user;
    const auto read = DailyForm::decode(row_without_line_sources(kept), "helper", Uuid{});
    REQUIRE(read.ok());
    CHECK(read->number == 7);
    CHECK(read->daily.lines == kept.daily.lines);
    CHECK(read->daily.user_id == user);
    CHECK(read->daily.line_sources.empty());
  }
  KeptDaily wrong{entry_of_three(), 7};
  wrong.daily.line_sources[2] = {3};
  CHECK_FALSE(DailyForm::decode(DailyForm::encode(wrong), "helper", Uuid{}).ok());
}

TEST_CASE("forgetting one turn of a window keeps the lines of the others and they can be said again") {
  SessionFixture fixture;
  say_three(fixture);
  CHECK(fixture.daily_lines().size() == 2);  // three messages are due two lines
  const bool has_car = has_line(fixture, kCar);
  const std::string forgotten = has_car ? "turn1" : "turn2";
  const std::string text = has_car ? kCar : kViolin;
  const std::string other = has_line(fixture, kDog) ? kDog : kViolin;
  const std::size_t sources = fixture.daily.begin()->second["sources"].size();
  fixture.command("forget", Json{{"ids", {forgotten}}}.dump(), kMinute);
  REQUIRE(fixture.daily.size() == 1);
  const Json entry = fixture.daily.begin()->second;
  CHECK(fixture.daily_lines().size() == 1);
  CHECK(has_line(fixture, other));
  CHECK_FALSE(fixture.rows_contain(text));
  CHECK(entry["sources"].size() == sources - 1);
  REQUIRE(entry["line_sources"].size() == 1);
  CHECK(entry["line_sources"][0].size() == 1);

  fixture.say("B", other, "", kHour);
  fixture.command("sweep", R"({"passes":["flush"]})", kHour + kSecond);
  fixture.say("C", text, "", kHour + kMinute);
  fixture.command("sweep", R"({"passes":["flush"]})", kHour + 2 * kMinute);
  REQUIRE(fixture.daily.size() == 2);
  for (const auto& [id, daily] : fixture.daily) {
    CHECK(daily.dump().find(other) != std::string::npos);
  }
  fixture.command("unforget", Json{{"ids", {forgotten}}}.dump(), 2 * kHour);
  fixture.say("D", text, "", 2 * kHour);
  fixture.command("sweep", R"({"passes":["flush"]})", 2 * kHour + kSecond);
  CHECK(has_line(fixture, text));
}

TEST_CASE("an entry goes with its last line and one without a line of the turn stays as it is") {
  SessionFixture fixture;
  fixture.say("A", kViolin, "", 0);
  fixture.say("A", "Thanks a lot!", "", kSecond);
  fixture.command("sweep", R"({"passes":["flush"]})", kMinute);
  REQUIRE(fixture.daily_lines().size() == 1);
  fixture.command("forget", R"({"ids":["turn2"]})", 2 * kMinute);
  REQUIRE(fixture.daily_lines().size() == 1);
  CHECK(fixture.daily.begin()->second["sources"].size() == 1);
  fixture.command("forget", R"({"ids":["turn1"]})", 3 * kMinute);
  CHECK(fixture.daily.empty());
  CHECK_FALSE(fixture.rows_contain("violin"));
}

TEST_CASE("a line behind a question of the turn before goes with that turn and is not barred") {
  SessionFixture fixture;
  fixture.say("A", "Good morning.", "Which town did your sister Clara choose in the end?", 0);
  fixture.say("A", "She moved to Porto with two dogs last Friday.", "", kMinute);
  fixture.command("sweep", R"({"passes":["flush"]})", 2 * kMinute);
  REQUIRE(has_line(fixture, "Which town"));
  CHECK(fixture.daily.begin()->second["line_sources"] == Json::parse("[[1,0]]"));
  fixture.command("forget", R"({"ids":["turn1"]})", 3 * kMinute);
  CHECK(fixture.daily.empty());
  CHECK_FALSE(fixture.rows_contain("your sister Clara"));
  fixture.say("B", "I asked. She moved to Porto with two dogs last Friday.", "", kHour);
  fixture.command("sweep", R"({"passes":["flush"]})", kHour + kSecond);
  CHECK(has_line(fixture, "two dogs"));
}

TEST_CASE("a line of a model rests on the message that it repeats or on all of them") {
  for (const bool repeats : {true, false}) {
    SessionFixture fixture;
    fixture.set_settings(R"({"model":{"name":"small-1"}})");
    fixture.say("A", kCar, "", 0);
    fixture.say("A", kViolin, "", kSecond);
    fixture.tick(10 * kMinute);
    REQUIRE(fixture.requests.size() == 1);
    const std::string line = std::string("Ann, 1 January 2026: ") + (repeats ? "" : "Yes: ") + kViolin;
    fixture.answer(fixture.requests[0], Json{{"items", {line}}}.dump(), 10 * kMinute);
    REQUIRE(fixture.daily_lines() == Texts{line});
    CHECK(fixture.daily.begin()->second.contains("line_sources") == repeats);
    fixture.command("forget", R"({"ids":["turn1"]})", 20 * kMinute);
    CHECK(fixture.daily_lines().size() == (repeats ? 1 : 0));
  }
}

TEST_CASE("an entry of two windows of two users has no user") {
  for (const bool one_user : {true, false}) {
    SessionFixture fixture;
    fixture.set_settings(R"({"consolidation":{"flush_overdue_s":1}})");
    for (int i = 0; i < 40; ++i) {
      const std::string text = "I moved house number " + std::to_string(i) + " from Porto to Lisbon in May.";
      say_as(fixture, i < 20 || one_user ? "ann" : "bob", text, i * kSecond);
    }
    fixture.tick(fixture.first_cycle(0));
    REQUIRE(fixture.flushes() == Texts{"room:20", "room:20"});
    REQUIRE(fixture.daily.size() == 1);
    const Json& entry = fixture.daily.begin()->second;
    CHECK(entry.value("user_id", "") == (one_user ? "ann" : ""));
    REQUIRE(entry["line_sources"].size() == entry["lines"].size());
    for (std::size_t line = 0; line < entry["lines"].size(); ++line) {
      const std::size_t at = entry["line_sources"][line][0];
      const std::string turn = entry["sources"][at]["turn_id"];
      const std::string number = std::to_string(std::stoi(turn.substr(4)) - 1);
      CHECK(entry["lines"][line].get<std::string>().find("number " + number + " ") != std::string::npos);
    }
  }
}

TEST_CASE("forgetting the turns of one user leaves the lines of another one") {
  SessionFixture fixture;
  say_as(fixture, "ann", kCar, 0);
  say_as(fixture, "bob", kViolin, kSecond);
  say_as(fixture, "bob", kDog, 2 * kSecond);
  fixture.command("sweep", R"({"passes":["flush"]})", kMinute);
  const std::size_t lines_of_bob =
      has_line(fixture, kCar) ? fixture.daily_lines().size() - 1 : fixture.daily_lines().size();
  fixture.command("forget", R"({"ids":["turn1"]})", 2 * kMinute);
  CHECK(fixture.daily_lines().size() == lines_of_bob);
  CHECK_FALSE(has_line(fixture, "Paul"));
}

}  // namespace turnstream::consolidation
