#include "pipeline/runtime/task/barred_turns.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/runtime/task/turn_window.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::runtime {
namespace {

struct BarredFixture {
  store::MemoryStore store;
  store::StateTable state{store, *store.table("episodic"), Partition{0}, 64u << 20};
  BarredTurns barred{state};
  TurnWindow window{state, kAdmittedTurns};

  void admit(const std::string& turn_id, const std::string& session = "s1", const std::string& persona = "helper") {
    REQUIRE(window.add(persona, turn_id, {7, Offset{1}, session_hash(session)}).ok());
  }
  std::string code(const std::string& turn_id, const std::string& persona = "helper") {
    return code({turn_id, "s1"}, persona);
  }
  std::string code(const TurnRef& turn, const std::string& persona = "helper") {
    auto error = barred.find(persona, turn);
    REQUIRE(error.ok());
    return *error ? (*error)->code : "";
  }
  bool in_window(const std::string& turn_id) { return window.find("helper", turn_id)->has_value(); }
  void forget_session(const std::string& session) {
    REQUIRE(barred.forget_recent("helper", session, [](std::string_view) { return false; }).ok());
  }
  /// The number of rows that have the text in key or value.
  int rows_with(const std::string& text) {
    int rows = 0;
    state.for_each_dirty([&](std::string_view key, std::optional<std::string_view> value) {
      const bool bears = key.find(text) != std::string_view::npos || (value && value->find(text) != std::string::npos);
      rows += value && bears ? 1 : 0;
    });
    return rows;
  }
};

}  // namespace

TEST_CASE_FIXTURE(BarredFixture, "a forgotten turn id is barred for its persona alone") {
  REQUIRE(barred.forget("helper", "T1").ok());
  CHECK(code("T1") == "erased");
  CHECK(code("T2").empty());
  CHECK(code("T1", "other").empty());
}

TEST_CASE_FIXTURE(BarredFixture, "no row reveals the forgotten turn id") {
  admit("TURN-ONE");
  REQUIRE(TurnWindow(state, kRedrivenTurns).add("helper", "TURN-ONE", {7, Offset{2}, 0}).ok());
  CHECK(rows_with("TURN-ONE") == 4);
  REQUIRE(barred.forget("helper", "TURN-ONE").ok());
  CHECK(rows_with("TURN-ONE") == 0);
  CHECK_FALSE(in_window("TURN-ONE"));
}

TEST_CASE_FIXTURE(BarredFixture, "the turns of a session are forgotten and others stay in the window") {
  admit("T1", "gone");
  admit("T2", "stays");
  admit("T3", "gone");
  forget_session("gone");
  CHECK(code("T1") == "erased");
  CHECK(code("T3") == "erased");
  CHECK(code("T2").empty());
  CHECK(in_window("T2"));
}

TEST_CASE_FIXTURE(BarredFixture, "recent turns are forgotten if their ids match the filter") {
  admit("T1");
  admit("T2");
  REQUIRE(barred.forget_recent("helper", std::nullopt, [](std::string_view id) { return id == "T2"; }).ok());
  CHECK(code("T1").empty());
  CHECK(code("T2") == "erased");
}

TEST_CASE_FIXTURE(BarredFixture, "the window still works after turns were removed from it") {
  for (std::uint64_t i = 0; i < kTurnWindowTurnsMax; ++i) {
    admit("T" + std::to_string(i), i % 2 == 0 ? "even" : "odd");
  }
  forget_session("even");
  CHECK_FALSE(in_window("T0"));
  admit("N0");
  admit("N1");
  CHECK(in_window("N0"));
  CHECK(in_window("N1"));
  CHECK_FALSE(in_window("T1"));
  CHECK(in_window("T3"));
  forget_session("odd");
  CHECK(code("T3") == "erased");
  CHECK(code("N1").empty());
}

TEST_CASE_FIXTURE(BarredFixture,
                  "a blocked persona's turns are barred until the block ends and erased turns stay erased") {
  REQUIRE(barred.forget("helper", "T1").ok());
  REQUIRE(barred.set_blocked("helper", true).ok());
  CHECK(code("T1") == "erased");
  CHECK(code("T2") == "blocked");
  CHECK(code("T2", "other").empty());
  REQUIRE(barred.set_blocked("helper", false).ok());
  CHECK(code("T1") == "erased");
  CHECK(code("T2").empty());
}

TEST_CASE_FIXTURE(BarredFixture, "turns of a session up to a time are barred although they were never seen") {
  REQUIRE(barred.forget_until("helper", "s1", LogTime{1000}).ok());
  CHECK(code({"T1", "s1", 1000}) == "erased");
  CHECK(code({"T1", "s1", 1001}).empty());
  CHECK(code({"T1", "s2", 1000}).empty());
  CHECK(code({"T1", "s1", 1000}, "other").empty());
  CHECK(rows_with("s1") == 0);
}

TEST_CASE_FIXTURE(BarredFixture, "turns of a persona up to a time are barred in every session") {
  REQUIRE(barred.forget_until("helper", std::nullopt, LogTime{1000}).ok());
  CHECK(code({"T1", "s1", 1000}) == "erased");
  CHECK(code({"T2", "", 999}) == "erased");
  CHECK(code({"T3", "s2", 1001}).empty());
}

TEST_CASE_FIXTURE(BarredFixture, "the latest time of a session holds and the times of two sessions are apart") {
  REQUIRE(barred.forget_until("helper", "s1", LogTime{2000}).ok());
  REQUIRE(barred.forget_until("helper", "s1", LogTime{1000}).ok());
  REQUIRE(barred.forget_until("helper", "s2", LogTime{500}).ok());
  CHECK(code({"T1", "s1", 2000}) == "erased");
  CHECK(code({"T1", "s2", 500}) == "erased");
  CHECK(code({"T1", "s2", 501}).empty());
}

TEST_CASE_FIXTURE(BarredFixture, "the end of a block does not readmit turns that are barred by their time") {
  REQUIRE(barred.forget_until("helper", std::nullopt, LogTime{1000}).ok());
  REQUIRE(barred.set_blocked("helper", true).ok());
  CHECK(code({"T1", "s1", 1001}) == "blocked");
  REQUIRE(barred.set_blocked("helper", false).ok());
  CHECK(code({"T1", "s1", 1000}) == "erased");
  CHECK(code({"T1", "s1", 1001}).empty());
}

TEST_CASE("only the two codes of barred turns have an error") {
  CHECK(bar_error("erased")->code == "erased");
  CHECK(bar_error("blocked")->code == "blocked");
  CHECK_FALSE(bar_error("upstream").has_value());
  CHECK_FALSE(bar_error("").has_value());
}

}  // namespace turnstream::runtime
