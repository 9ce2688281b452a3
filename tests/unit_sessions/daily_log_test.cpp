#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/daily.h"
#include "pipeline/codec/ids.h"
#include "pipeline/codec/session.h"
#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

constexpr const char* kCuration = R"({"consolidation":{"curation":true,"curation_lines_max":3}})";

}  // namespace

TEST_CASE("the id of an entry can be computed from the persona and the session and the cause") {
  CHECK(to_string(codec::daily_id("helper", "s1", "2026-01-01T10:15:00.000Z")) ==
        "07bf8630-2bf3-5933-a450-0ceb17e4ae38");
  SessionFixture fixture;
  fixture.fact("A", 1, 0);
  fixture.command("sweep", R"({"passes":["flush"]})", kSecond);
  REQUIRE(fixture.daily.size() == 1);
  CHECK(fixture.daily.begin()->first == to_string(codec::daily_id("helper", "A", "command at 1000")));
}

TEST_CASE("entries and sessions have fixed bytes") {
  model::Daily daily{"d", "helper", "2026-01-01", "A", {"one", "two"}, {{"i", "t", "A"}}};
  std::string text;
  codec::append_daily(text, daily);
  CHECK(text ==
        R"({"kind":"daily","id":"d","persona_id":"helper","date":"2026-01-01","session_id":"A","lines":["one","two"],)"
        R"("sources":[{"id":"i","turn_id":"t","session_id":"A"}]})");
  daily.line_sources = {{0}, {}};
  text.clear();
  codec::append_daily(text, daily);
  CHECK(text.ends_with(R"("session_id":"A"}],"line_sources":[[0],[]]})"));
  model::Session session;
  session.id = "A";
  session.persona_id = "helper";
  text.clear();
  codec::append_session(text, session);
  CHECK(text == R"({"kind":"session","id":"A","persona_id":"helper","dirty":false,"cursor":null,)"
                R"("updated_at":"1970-01-01T00:00:00.000Z","flushed_at":null,"room_id":null,"thread_id":null,)"
                R"("dirty_since":null,"last_message_at":"1970-01-01T00:00:00.000Z","messages_waiting":0,)"
                R"("flush_attempts":0})");
  model::Session after = session;
  CHECK(codec::session_patch(session, after).empty());
  after.messages_waiting = 2;
  after.dirty_since = LogTime{1};
  CHECK(codec::session_patch(session, after) ==
        R"({"dirty":true,"dirty_since":"1970-01-01T00:00:00.001Z","messages_waiting":2})");
}

TEST_CASE("without the flag no day is curated") {
  SessionFixture fixture;
  for (int i = 0; i < 3; ++i) {
    fixture.fact("A", i, i * 24 * kHour);
    fixture.tick(i * 24 * kHour + 10 * kMinute);
  }
  fixture.command("sweep", R"({"passes":["curate"]})", 80 * kHour);
  CHECK(fixture.events_of("curation").empty());
}

TEST_CASE("the first entry of a day curates the day before once") {
  SessionFixture fixture;
  fixture.set_settings(kCuration);
  for (int i = 0; i < 3; ++i) {
    fixture.fact("A", i, i * kHour);
    fixture.tick(i * kHour + 10 * kMinute);
  }
  CHECK(fixture.events_of("curation").empty());
  for (int i = 0; i < 2; ++i) {
    fixture.fact("B", i + 50, 24 * kHour + i * kHour);
    fixture.tick(24 * kHour + i * kHour + 10 * kMinute);
  }
  const auto curations = fixture.events_of("curation");
  REQUIRE(curations.size() == 1);
  CHECK(curations[0]["date"] == "2026-01-01");
  CHECK(curations[0]["lines"].size() == 3);
  CHECK(curations[0]["sources"].size() >= 1);
  for (const auto& source : curations[0]["sources"]) {
    CHECK(fixture.daily.at(source)["date"] == "2026-01-01");
  }
  fixture.command("sweep", R"({"passes":["curate"]})", 26 * kHour);
  fixture.command("sweep", R"({"passes":["curate"]})", 27 * kHour);
  REQUIRE(fixture.events_of("curation").size() == 2);
  CHECK(fixture.events_of("curation")[1]["date"] == "2026-01-02");
}

TEST_CASE("a day with at most as many lines as a curation is announced whole") {
  SessionFixture fixture;
  fixture.set_settings(R"({"consolidation":{"curation":true}})");
  for (int i = 0; i < 3; ++i) {
    fixture.fact("A", i, i * kHour);
    fixture.tick(i * kHour + 10 * kMinute);
  }
  const std::vector<std::string> lines = fixture.daily_lines();
  REQUIRE(lines.size() >= 3);
  fixture.fact("B", 50, 24 * kHour);
  fixture.tick(24 * kHour + 10 * kMinute);
  REQUIRE(fixture.events_of("curation").size() == 1);
  auto announced = fixture.events_of("curation")[0]["lines"].get<std::vector<std::string>>();
  std::sort(announced.begin(), announced.end());
  CHECK(announced == lines);
}

}  // namespace turnstream::consolidation
