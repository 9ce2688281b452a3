#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

/// The next tick at or after this time.
std::int64_t tick_after(std::int64_t at_ms) {
  return (at_ms + 30 * kSecond - 1) / (30 * kSecond) * 30 * kSecond;
}

}  // namespace

TEST_CASE("a silent session of twelve turns is flushed as twenty messages and in the next cycle as four") {
  SessionFixture fixture;
  for (int i = 0; i < 12; ++i) {
    fixture.fact("A", i, i * kSecond);
  }
  CHECK(fixture.sessions["A"]["dirty"] == true);
  CHECK(fixture.sessions["A"]["messages_waiting"] == 24);
  CHECK(fixture.sessions["A"]["cursor"].is_null());
  CHECK(fixture.sessions["A"]["dirty_since"] == "2026-01-01T10:00:00.000Z");
  const std::int64_t first = tick_after(fixture.first_cycle(0));
  fixture.tick_to(first - 30 * kSecond);
  CHECK(fixture.flushes().empty());
  fixture.tick_to(first);
  CHECK(fixture.flushes() == std::vector<std::string>{"A:20"});
  CHECK(fixture.sessions["A"]["cursor"] == "turn10#assistant");
  CHECK(fixture.sessions["A"]["messages_waiting"] == 4);
  CHECK(fixture.sessions["A"]["dirty_since"] == "2026-01-01T10:00:10.000Z");
  fixture.tick_to(first + 150 * kSecond);
  CHECK(fixture.flushes().size() == 1);
  fixture.tick_to(first + 180 * kSecond);
  CHECK(fixture.flushes() == std::vector<std::string>{"A:20", "A:4"});
  CHECK(fixture.sessions["A"]["dirty"] == false);
  CHECK(fixture.sessions["A"]["dirty_since"].is_null());
  CHECK(fixture.sessions["A"]["cursor"] == "turn12#assistant");
  fixture.tick_to(first + 2 * kHour);
  CHECK(fixture.flushes().size() == 2);
  CHECK(fixture.requests.empty());
  CHECK(fixture.driver().timers("helper").count("cycle") == 0);
}

TEST_CASE("the event of a flush and its entry name the session and its turns and the words of the speakers") {
  SessionFixture fixture;
  model::StateExport turn;
  turn.session_id = "A";
  turn.room_id = "kitchen";
  turn.user_id = "Ann";
  turn.agent_name = "Bot";
  turn.turn_data.user_input = "Hi! I moved from Porto to Lisbon with my sister in May.";
  turn.turn_data.assistant_response = "Great!";
  turn.timestamp = EventTime{1683547200000};  // 2023-05-08T12:00:00Z
  fixture.give(turn, 0);
  fixture.tick_to(10 * kMinute);
  REQUIRE(fixture.events.size() == 1);
  const auto& event = fixture.events.front();
  const std::string line = "Ann, 8 May 2023: I moved from Porto to Lisbon with my sister in May.";
  CHECK(event["type"] == "flush");
  CHECK(event["kind"] == "consolidation");
  CHECK(event["room_id"] == "kitchen");
  CHECK(event["thread_id"].is_null());
  CHECK(event["from"] == "2023-05-08T12:00:00.000Z");
  CHECK(event["to"] == "2023-05-08T12:00:00.000Z");
  CHECK(event["messages"] == 2);
  CHECK(event["entry"] == line);
  REQUIRE(fixture.daily.size() == 1);
  const auto& entry = fixture.daily.begin()->second;
  CHECK(entry["date"] == "2023-05-08");
  CHECK(entry["session_id"] == "A");
  CHECK(entry["user_id"] == "Ann");
  CHECK(entry["lines"] == nlohmann::json::array({line}));
  CHECK(entry["sources"] ==
        nlohmann::json::array({{{"id", fixture.item_of("turn1")}, {"turn_id", "turn1"}, {"session_id", "A"}}}));
  CHECK(fixture.sessions["A"]["room_id"] == "kitchen");
  CHECK(fixture.sessions["A"]["flushed_at"] == fixture.sessions["A"]["updated_at"]);
}

TEST_CASE("messages that say nothing worth keeping make no entry but move the cursor") {
  SessionFixture fixture;
  fixture.say("B", "Hi Bot!", "Hello Ann!", 0);
  fixture.say("B", "Thanks a lot!", "You're welcome!", kSecond);
  fixture.tick_to(10 * kMinute);
  REQUIRE(fixture.flushes() == std::vector<std::string>{"B:4"});
  CHECK(fixture.events.front()["entry"].is_null());
  CHECK(fixture.daily.empty());
  CHECK(fixture.sessions["B"]["cursor"] == "turn2#assistant");
  CHECK(fixture.sessions["B"]["dirty"] == false);
}

TEST_CASE("a busy session is flushed in the first cycle after ten minutes") {
  for (const char* persona : {"helper", "teacher", "x"}) {
    SessionFixture fixture(persona);
    std::int64_t flushed_at = 0;
    for (int i = 0; flushed_at == 0 && i < 30; ++i) {
      fixture.fact("C", i, i * kMinute);
      fixture.tick(i * kMinute + 30 * kSecond);
      flushed_at = fixture.flushes().empty() ? 0 : fixture.now_ms();
    }
    CAPTURE(flushed_at);
    CHECK(flushed_at >= 600 * kSecond);
    CHECK(flushed_at <= 780 * kSecond + 30 * kSecond);
    const std::int64_t first = fixture.first_cycle(0);
    const std::int64_t due = first + (std::max<std::int64_t>(600 * kSecond - first, 0) + 180 * kSecond - 1) /
                                         (180 * kSecond) * (180 * kSecond);
    CHECK(flushed_at >= due);
    CHECK(flushed_at - due <= 60 * kSecond);
  }
}

TEST_CASE("a session is not flushed before it is idle for two minutes") {
  SessionFixture fixture;
  const std::int64_t cycle = fixture.first_cycle(0);
  fixture.fact("A", 1, 0);
  fixture.fact("A", 2, cycle - 100 * kSecond);
  fixture.tick(cycle);
  CHECK(fixture.flushes().empty());
  fixture.tick(cycle + 180 * kSecond);
  CHECK(fixture.flushes() == std::vector<std::string>{"A:4"});
}

TEST_CASE("a turn in A puts dirty B before D") {
  SessionFixture fixture;
  fixture.fact("D", 1, 0);
  fixture.fact("B", 2, kSecond);
  fixture.fact("A", 3, 2 * kSecond);
  fixture.tick_to(10 * kMinute);
  CHECK(fixture.flushes() == std::vector<std::string>{"B:2", "D:2", "A:2"});
}

TEST_CASE("a session that was not moved forward comes behind those that were") {
  SessionFixture fixture;
  fixture.fact("A", 1, 0);
  fixture.fact("B", 2, kSecond);
  fixture.fact("A", 3, 2 * kSecond);
  fixture.tick_to(10 * kMinute);
  CHECK(fixture.flushes() == std::vector<std::string>{"B:2", "A:4"});
}

TEST_CASE("an overdue session comes before one that was moved forward") {
  SessionFixture fixture;
  fixture.set_settings(R"({"consolidation":{"flush_sessions_max":1,"flush_idle_s":0}})");
  const std::int64_t cycle = fixture.first_cycle(0);
  for (int i = 0; i < 11; ++i) {
    fixture.fact("E", i, 0);
  }
  fixture.fact("D", 50, 0);
  fixture.fact("B", 51, 0);
  fixture.fact("A", 52, 0);
  fixture.tick(cycle);
  fixture.tick(cycle + 600 * kSecond);
  CHECK(fixture.flushes() == std::vector<std::string>{"B:2", "A:2"});
}

TEST_CASE("one cycle flushes three sessions of a persona and one window of each") {
  SessionFixture fixture;
  for (int i = 0; i < 11; ++i) {
    fixture.fact("A", i, 0);
  }
  for (const char* session : {"B", "C", "D", "E"}) {
    fixture.fact(session, 30, kSecond);
  }
  fixture.tick(fixture.first_cycle(0));
  CHECK(fixture.flushes() == std::vector<std::string>{"D:2", "C:2", "B:2"});
  fixture.tick(fixture.first_cycle(0) + 180 * kSecond);
  CHECK(fixture.flushes().size() == 5);
  fixture.tick(fixture.first_cycle(0) + 360 * kSecond);
  CHECK(fixture.flushes().size() == 6);
}

TEST_CASE("the windows that a cycle has left go to a session that is still overdue") {
  SessionFixture fixture;
  for (int i = 0; i < 40; ++i) {
    fixture.fact("A", i, i);
  }
  std::int64_t due = fixture.first_cycle(0);
  while (due < 601 * kSecond) {
    due += 180 * kSecond;
  }
  for (std::int64_t at = kMinute; at < due; at += kMinute) {  // never idle
    fixture.fact("A", 100, at);
  }
  CHECK(fixture.flushes().empty());
  fixture.tick(due);
  CHECK(fixture.flushes() == std::vector<std::string>{"A:20", "A:20", "A:20"});
}

TEST_CASE("a gap of five hours fires one cycle and no stampede follows") {
  SessionFixture fixture;
  for (int i = 0; i < 60; ++i) {
    fixture.fact("A", i, i);
  }
  fixture.tick(5 * kHour);
  CHECK(fixture.flushes() == std::vector<std::string>{"A:20"});
  fixture.tick(5 * kHour + 1);
  CHECK(fixture.flushes().size() == 1);
  const std::int64_t due = fixture.driver().timers("helper").at("cycle").value() - kStart;
  CHECK(due > 5 * kHour);
  CHECK(due <= 5 * kHour + 180 * kSecond);
  CHECK((due - fixture.first_cycle(0)) % (180 * kSecond) == 0);
}

TEST_CASE("a sweep flushes sessions that are not idle within the bounds of a cycle") {
  SessionFixture fixture;
  for (const char* session : {"A", "B", "C", "D"}) {
    fixture.fact(session, 1, 0);
  }
  fixture.command("sweep", R"({"passes":["flush"]})", kSecond);
  CHECK(fixture.flushes() == std::vector<std::string>{"C:2", "B:2", "A:2"});
  fixture.command("sweep", R"({"passes":["consolidate"]})", 2 * kSecond);
  CHECK(fixture.flushes().size() == 3);
}

TEST_CASE("a sweep with a time finds its sessions behind any number that have waited longer") {
  SessionFixture fixture;
  for (int i = 0; i < 200; ++i) {
    fixture.fact("old" + std::to_string(i), i, i);
  }
  fixture.fact("new", 200, kMinute);
  fixture.command("sweep", R"({"passes":["flush"],"since":"2026-01-01T10:00:30.000Z"})", kMinute + kSecond);
  CHECK(fixture.flushes() == std::vector<std::string>{"new:2"});
  fixture.command("sweep", R"({"passes":["flush"],"since":"1969-01-01T00:00:00Z"})", kMinute + 2 * kSecond);
  CHECK(fixture.flushes().size() == 4);
}

TEST_CASE("a sweep with a time flushes sessions whose waiting messages all came from then on") {
  SessionFixture fixture;
  fixture.fact("A", 1, 0);
  fixture.fact("B", 2, kMinute);
  fixture.command("sweep", R"({"passes":["flush"],"since":"2026-01-01T10:00:30.000Z"})", 2 * kMinute);
  CHECK(fixture.flushes() == std::vector<std::string>{"B:2"});
}

TEST_CASE("turns without messages make no session") {
  SessionFixture fixture;
  const auto outcome = fixture.say("A", "", "", 0);
  CHECK(outcome.changes.empty());
  CHECK(fixture.driver().rows("helper").empty());
}

TEST_CASE("a turn with one side gives one message and a window can end between two sides") {
  SessionFixture fixture;
  fixture.say("A", "I sold my red bicycle to Tom in Berlin.", "", 0);
  for (int i = 0; i < 10; ++i) {
    fixture.fact("A", i, kSecond);
  }
  fixture.tick(fixture.first_cycle(0));
  CHECK(fixture.flushes() == std::vector<std::string>{"A:20"});
  CHECK(fixture.sessions["A"]["cursor"] == "turn11#user");
  fixture.tick(fixture.first_cycle(0) + 180 * kSecond);
  CHECK(fixture.sessions["A"]["cursor"] == "turn11#assistant");
  CHECK_FALSE(fixture.rows_contain("message/"));
}

TEST_CASE("a turn patches its session with few fields") {
  SessionFixture fixture;
  fixture.fact("A", 1, 0);
  const auto outcome = fixture.fact("A", 2, kSecond);
  REQUIRE(outcome.changes.size() == 1);
  CHECK(outcome.changes[0].op == model::ChangeOp::kPatch);
  CHECK(nlohmann::json::parse(outcome.changes[0].value) ==
        nlohmann::json{{"updated_at", "2026-01-01T10:00:01.000Z"},
                       {"last_message_at", "2026-01-01T10:00:01.000Z"},
                       {"messages_waiting", 4}});
}

TEST_CASE("the same records give the same rows and events") {
  const auto run = [] {
    SessionFixture fixture;
    for (int i = 0; i < 40; ++i) {
      fixture.fact("s" + std::to_string(i % 7), i, i * 20 * kSecond);
    }
    fixture.tick_to(kHour);
    return std::pair(fixture.driver().rows("helper"), fixture.events);
  };
  CHECK(run() == run());
}

TEST_CASE("a session of twenty messages becomes about eight lines however it is divided") {
  SessionFixture together;
  SessionFixture divided;
  for (int i = 0; i < 10; ++i) {
    together.fact("A", i * 7, i);
    divided.fact("A", i * 7, i * 5 * kMinute);
    divided.tick_to(i * 5 * kMinute + 4 * kMinute);
  }
  together.tick_to(kHour);
  divided.tick_to(2 * kHour);
  CHECK(together.daily_lines().size() == 5);
  CHECK(divided.daily_lines().size() >= 7);
  CHECK(divided.daily_lines().size() <= 10);
}

}  // namespace turnstream::consolidation
