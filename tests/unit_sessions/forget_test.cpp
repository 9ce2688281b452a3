#include <doctest/doctest.h>

#include "stages/consolidation/sessions/describe_sessions.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

constexpr const char* kWord = "zorblaxquint";

std::string ids(const std::string& id) {
  return R"({"ids":[")" + id + R"("]})";
}

stage_api::StageOutcome secret(SessionFixture& fixture, const std::string& session, std::int64_t at_ms) {
  return fixture.say(session, std::string("I moved my boat ") + kWord + " from Porto to Lisbon in May.",
                     "Good to know.", at_ms);
}

nlohmann::json rows_of(SessionFixture& fixture) {
  nlohmann::json rows = nlohmann::json::object();
  for (const auto& [key, row] : fixture.driver().rows("helper")) {
    if (!key.starts_with("speech/")) {
      rows[nlohmann::json::binary({key.begin(), key.end()}).dump()] = row.size();
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("a forgotten turn that waits leaves no row with its words") {
  for (const bool by_item : {false, true}) {
    SessionFixture fixture;
    fixture.fact("A", 1, 0);
    secret(fixture, "A", kSecond);
    fixture.fact("A", 2, 2 * kSecond);
    CHECK(fixture.rows_contain(kWord));
    fixture.command("forget", ids(by_item ? fixture.item_of("turn2") : "turn2"), 3 * kSecond);
    CHECK_FALSE(fixture.rows_contain(kWord));
    CHECK(fixture.sessions["A"]["messages_waiting"] == 4);
    fixture.tick(10 * kMinute);
    CHECK(fixture.flushes() == std::vector<std::string>{"A:4"});
    REQUIRE(fixture.daily.size() == 1);
    CHECK(fixture.daily.begin()->second["sources"].size() == 2);
    CHECK(fixture.daily.begin()->second.dump().find(kWord) == std::string::npos);
  }
}

TEST_CASE("a session of which every turn is forgotten before a flush is gone") {
  SessionFixture fixture;
  secret(fixture, "A", 0);
  secret(fixture, "A", kSecond);
  fixture.command("forget", R"({"ids":["turn1","turn2"]})", 2 * kSecond);
  CHECK(fixture.sessions.empty());
  CHECK(rows_of(fixture).size() == 1);
  CHECK(fixture.driver().timers("helper").empty());
}

TEST_CASE("a forgotten first message moves the time since which its session is dirty") {
  SessionFixture fixture;
  fixture.fact("A", 1, 0);
  fixture.fact("A", 2, kMinute);
  fixture.command("forget", ids("turn1"), kMinute);
  CHECK(fixture.sessions["A"]["dirty_since"] == "2026-01-01T10:01:00.000Z");
  CHECK(fixture.sessions["A"]["messages_waiting"] == 2);
}

TEST_CASE("entries lose the lines of a forgotten turn or item and go whole if they or their session are named") {
  for (const int way : {0, 1, 2, 3}) {
    SessionFixture fixture;
    secret(fixture, "A", 0);
    fixture.fact("A", 1, kSecond);
    fixture.fact("B", 2, kSecond);
    fixture.tick(10 * kMinute);
    REQUIRE(fixture.daily.size() == 2);
    CHECK(fixture.rows_contain(kWord));
    std::string entry;
    for (const auto& [id, daily] : fixture.daily) {
      entry = daily["session_id"] == "A" ? id : entry;
    }
    const std::string args = way == 0   ? ids("turn1")
                             : way == 1 ? ids(fixture.item_of("turn1"))
                             : way == 2 ? ids(entry)
                                        : R"({"session_id":"A"})";
    CAPTURE(way);
    fixture.command("forget", args, 20 * kMinute);
    CHECK(fixture.daily.size() == (way < 2 ? 2 : 1));
    CHECK(fixture.daily.count(entry) == (way < 2 ? 1 : 0));
    CHECK_FALSE(fixture.rows_contain(kWord));
    CHECK(fixture.sessions.count("A") == (way == 3 ? 0 : 1));
    CHECK(fixture.sessions.count("B") == 1);
    stage_checks::check_rows_shown(
        [&fixture] {
          stage_api::TestDriver::Rows own;
          for (const auto& [key, row] : fixture.driver().rows("helper")) {
            if (!describe_session_row(key, row).is_null()) {
              own.emplace(key, row);
            }
          }
          return own;
        }(),
        [](std::string_view key, std::string_view row) {
          const nlohmann::json shown = describe_session_row(key, row);
          return shown.is_null() ? nlohmann::json{{"unknown_row", std::string(key)}} : shown;
        });
  }
}

TEST_CASE("a forgotten session loses its waiting messages and nothing else does") {
  SessionFixture fixture;
  secret(fixture, "A", 0);
  fixture.fact("B", 1, kSecond);
  fixture.command("forget", R"({"session_id":"A"})", 2 * kSecond);
  CHECK_FALSE(fixture.rows_contain(kWord));
  CHECK(fixture.sessions.size() == 1);
  fixture.tick(10 * kMinute);
  CHECK(fixture.flushes() == std::vector<std::string>{"B:2"});
}

TEST_CASE("forgetting all leaves no row and no timer and a new turn begins again") {
  SessionFixture fixture;
  for (int i = 0; i < 5; ++i) {
    fixture.fact("s" + std::to_string(i), i, i);
  }
  fixture.tick(10 * kMinute);
  fixture.fact("A", 9, 11 * kMinute);
  const auto outcome = fixture.command("forget", R"({"all":true})", 12 * kMinute);
  CHECK(fixture.driver().rows("helper").empty());
  CHECK(fixture.driver().timers("helper").empty());
  CHECK(fixture.sessions.empty());
  CHECK(fixture.daily.empty());
  CHECK(outcome.of_kind("stats").size() == 1);
  fixture.fact("A", 1, 20 * kMinute);
  fixture.tick(40 * kMinute);
  CHECK(fixture.sessions["A"]["cursor"] == "turn7#assistant");
}

TEST_CASE("a forgotten sentence never comes again until it is unforgotten") {
  SessionFixture fixture;
  secret(fixture, "A", 0);
  fixture.tick(10 * kMinute);
  fixture.command("forget", ids("turn1"), 20 * kMinute);
  secret(fixture, "B", 30 * kMinute);
  fixture.fact("B", 1, 30 * kMinute);
  fixture.tick(50 * kMinute);
  REQUIRE(fixture.daily.size() == 1);
  CHECK(fixture.daily.begin()->second.dump().find(kWord) == std::string::npos);
  fixture.command("unforget", ids("turn1"), kHour);
  secret(fixture, "C", kHour);
  fixture.tick(2 * kHour);
  CHECK(fixture.rows_contain(kWord));
}

TEST_CASE("a model cannot bring back a forgotten sentence") {
  SessionFixture fixture;
  secret(fixture, "A", 0);
  fixture.tick(10 * kMinute);
  fixture.command("forget", ids("turn1"), 20 * kMinute);
  fixture.set_settings(kModel);
  secret(fixture, "B", 30 * kMinute);
  fixture.tick(50 * kMinute);
  REQUIRE(fixture.requests.size() == 1);
  fixture.answer(
      fixture.requests[0],
      std::string(R"(["Ann, 1 January 2026: I moved my boat )") + kWord + R"( from Porto to Lisbon in May."])",
      50 * kMinute);
  CHECK(fixture.daily.empty());
  CHECK(fixture.sessions["B"]["dirty"] == false);
}

TEST_CASE("a request that shows what is forgotten is cancelled and a late answer changes nothing") {
  for (const int way : {0, 1, 2, 3}) {
    SessionFixture fixture;
    fixture.related = {{"insight1", "Ann owns a boat."}};
    secret(fixture, "old", 0);
    fixture.tick(10 * kMinute);
    fixture.set_settings(kModel);
    fixture.fact("A", 1, 20 * kMinute);
    fixture.tick(40 * kMinute);
    REQUIRE(fixture.requests.size() == 1);
    const std::string args[] = {ids("turn2"), ids("turn1"), ids("insight1"), R"({"all":true})"};
    fixture.command("forget", args[way], 40 * kMinute);
    CAPTURE(way);
    REQUIRE(fixture.cancels.size() == 1);
    CHECK(fixture.cancels[0] == std::pair(fixture.requests[0].effect_id, std::string("forgotten")));
    const auto late = fixture.answer(fixture.requests[0], R"(["Ann moved house number 1."])", 41 * kMinute);
    CHECK(late.changes.empty());
    fixture.tick(60 * kMinute);
    CHECK(fixture.requests.size() == (way == 1 || way == 2 ? 2 : 1));
  }
}

TEST_CASE("a line of a model takes no word of the known texts that its messages lack") {
  for (const bool of_insight : {true, false}) {
    SessionFixture fixture;
    if (of_insight) {
      fixture.related = {{"insight1", std::string("Ann owns the boat ") + kWord + "."}};
    } else {
      secret(fixture, "old", 0);
      fixture.tick(10 * kMinute);
    }
    fixture.set_settings(kModel);
    fixture.fact("A", 1, 20 * kMinute);
    fixture.tick(40 * kMinute);
    REQUIRE(fixture.requests.size() == 1);
    fixture.answer(fixture.requests[0],
                   std::string(R"(["Ann moved house number 1 to Lisbon like )") + kWord +
                       R"(.","Ann happily moved house number 1."])",
                   40 * kMinute);
    CHECK(fixture.daily_lines().size() == (of_insight ? 1 : 2));
    fixture.command("forget", ids(of_insight ? "insight1" : "turn1"), 41 * kMinute);
    CHECK(fixture.daily_lines() == std::vector<std::string>{"Ann happily moved house number 1."});
    CHECK_FALSE(fixture.rows_contain(kWord));
  }
}

TEST_CASE("a request that shows nothing of what is forgotten stays open") {
  SessionFixture fixture;
  fixture.set_settings(kModel);
  fixture.fact("A", 1, 0);
  fixture.tick(10 * kMinute);
  secret(fixture, "B", 11 * kMinute);
  secret(fixture, "A", 11 * kMinute);
  fixture.command("forget", R"({"ids":["turn2","turn3","unknown"]})", 12 * kMinute);
  CHECK(fixture.cancels.empty());
  CHECK_FALSE(fixture.rows_contain(kWord));
  fixture.answer(fixture.requests[0], R"(["Ann moved house number 1."])", 12 * kMinute);
  CHECK(fixture.daily_lines() == std::vector<std::string>{"Ann moved house number 1."});
  CHECK(fixture.sessions["A"]["dirty"] == false);
}

}  // namespace turnstream::consolidation
