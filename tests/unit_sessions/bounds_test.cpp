#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

std::string words(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) {
    text += "word" + std::to_string(i) + " ";
  }
  return text.substr(0, bytes);
}

}  // namespace

TEST_CASE("of more than two hundred messages of a session the oldest twenty are flushed at once") {
  SessionFixture fixture;
  for (int i = 0; i < 100; ++i) {
    fixture.fact("A", i, i);
  }
  CHECK(fixture.flushes().empty());
  fixture.fact("A", 100, 100);
  CHECK(fixture.flushes() == std::vector<std::string>{"A:20"});
  CHECK(fixture.sessions["A"]["messages_waiting"] == 182);
  CHECK(fixture.sessions["A"]["cursor"] == "turn10#assistant");
}

TEST_CASE("of more than a mebibyte of a persona the oldest messages are flushed at once") {
  SessionFixture fixture;
  for (int i = 0; i < 200; ++i) {
    fixture.say("s" + std::to_string(i), words(5500), words(5500), i);
  }
  std::size_t bytes = 0;
  for (const auto& [key, row] : fixture.driver().rows("helper")) {
    bytes += key.starts_with("message/") ? row.size() : 0;
  }
  CHECK(bytes <= 1'048'576);
  CHECK(bytes > 1'000'000);
  REQUIRE_FALSE(fixture.flushes().empty());
  CHECK(fixture.flushes().front() == "s0:2");
  CHECK(fixture.events_of("flush").size() >= 100);
}

TEST_CASE("one record that brings too much flushes one session more than once into one entry") {
  SessionFixture fixture;
  fixture.set_settings(R"({"consolidation":{"waiting_bytes_max":10000,"flush_window_messages_max":2}})");
  for (int i = 0; i < 18; ++i) {
    fixture.fact("A", i, i);
  }
  CHECK(fixture.flushes().empty());
  const auto outcome = fixture.say("A", words(4000), words(4000), 100);
  CHECK(fixture.flushes().size() > 2);
  CHECK(outcome.of_kind("daily").size() == 1);
  REQUIRE(fixture.daily.size() == 1);
  CHECK(fixture.daily.begin()->second["lines"].size() > 2);
  CHECK(fixture.daily.begin()->second["sources"].size() == fixture.flushes().size());
}

TEST_CASE("a message is cut at twelve thousand code points and a window holds as many") {
  SessionFixture fixture;
  std::string text;
  for (int i = 0; i < 13'000; ++i) {
    text += i % 10 == 9 ? " " : "ä";
  }
  fixture.say("A", text, text, 0);
  fixture.tick(fixture.first_cycle(0));
  CHECK(fixture.flushes() == std::vector<std::string>{"A:1"});
  CHECK(fixture.sessions["A"]["cursor"] == "turn1#user");
  std::size_t longest = 0;
  for (const auto& [key, row] : fixture.driver().rows("helper")) {
    longest = std::max(longest, row.size());
  }
  CHECK(longest < 2 * 2 * 12'000 + 300);
  fixture.tick(fixture.first_cycle(0) + 180 * kSecond);
  CHECK(fixture.flushes().size() == 2);
}

TEST_CASE("a clean session is dropped after a day and a dirty one is not") {
  SessionFixture fixture;
  fixture.fact("A", 1, 0);
  fixture.tick(10 * kMinute);
  CHECK(fixture.sessions.count("A") == 1);
  fixture.tick(24 * kHour - 1);
  CHECK(fixture.sessions.count("A") == 1);
  fixture.tick(24 * kHour);
  CHECK(fixture.sessions.count("A") == 0);
  CHECK(fixture.daily.size() == 1);
  fixture.set_settings(R"({"model":{"name":"small-1"}})");
  fixture.fact("B", 1, 30 * kHour);
  fixture.tick(80 * kHour);
  CHECK(fixture.sessions.count("B") == 1);
  CHECK(fixture.sessions["B"]["dirty"] == true);
}

TEST_CASE("of too many clean sessions the oldest are dropped") {
  SessionFixture fixture;
  fixture.set_settings(R"({"consolidation":{"sessions_max":3}})");
  for (int i = 0; i < 8; ++i) {
    fixture.fact("s" + std::to_string(i), i, i * 10 * kMinute);
    fixture.tick(i * 10 * kMinute + 9 * kMinute);
  }
  CHECK(fixture.sessions.size() == 3);
  CHECK(fixture.sessions.count("s7") == 1);
  CHECK(fixture.sessions.count("s4") == 0);
}

TEST_CASE("a persona keeps a bounded number of daily lines and the oldest entries leave") {
  SessionFixture fixture;
  fixture.set_settings(R"({"consolidation":{"daily_lines_max":6}})");
  std::size_t removed = 0;
  for (int i = 0; i < 10; ++i) {
    fixture.fact("A", i, i * 10 * kMinute);
    fixture.tick(i * 10 * kMinute + 9 * kMinute);
    CHECK(fixture.daily_lines().size() <= 6);
  }
  for (const auto& event : fixture.events_of("quota")) {
    CHECK(event["reason"] == "daily_lines_max");
    removed += event["items"].size();
  }
  CHECK(removed + fixture.daily.size() == 10);
  CHECK(fixture.rows_contain("number 9 "));
  CHECK_FALSE(fixture.rows_contain("number 0 "));
}

TEST_CASE("a turn rewrites no waiting message") {
  SessionFixture fixture;
  fixture.say("A", words(9000), words(9000), 0);
  const auto before = fixture.driver().rows("helper");
  fixture.fact("A", 1, kSecond);
  std::size_t written = 0;
  for (const auto& [key, row] : fixture.driver().rows("helper")) {
    const auto found = before.find(key);
    const bool changed = found == before.end() || found->second != row;
    written += changed && !key.starts_with("speech/") ? row.size() : 0;
  }
  CHECK(written < 1500);
}

}  // namespace turnstream::consolidation
