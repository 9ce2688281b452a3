#include <doctest/doctest.h>
#include <set>

#include "app/data/turn_generator.h"
#include "app/data/ulid.h"
#include "pipeline/codec/turn_parser.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

TEST_CASE("the same seed gives the same turns and another seed other ones") {
  ProgramFixture program;
  const Outcome first = program.run({"generate", "--turns", "200", "--seed", "7"});
  CHECK(first.exit == 0);
  CHECK(lines_of(first.out).size() == 200);
  CHECK(first.out == program.run({"generate", "--turns", "200", "--seed", "7"}).out);
  CHECK(first.out != program.run({"generate", "--turns", "200", "--seed", "8"}).out);
  // The turns of a longer run begin with those of the shorter run.
  CHECK(program.run({"generate", "--turns", "300", "--seed", "7"}).out.compare(0, first.out.size(), first.out) == 0);
}

TEST_CASE("generated turns are valid and in order and have ids of their own") {
  TurnGenerator generator({.personas = 25, .seed = 3, .start_ms = 1'767'225'600'000});
  codec::TurnParser parser;
  std::set<std::string> ids;
  std::set<std::string> personas;
  std::int64_t last_ms = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string line;
    generator.append_next(line);
    const auto turn = parser.parse(line);
    REQUIRE_MESSAGE(turn.ok(), (turn.ok() ? "" : turn.error().message));
    CHECK((*turn)->timestamp.value() > last_ms);
    last_ms = (*turn)->timestamp.value();
    ids.emplace((*turn)->turn_id);
    personas.emplace((*turn)->agent_id);
  }
  CHECK(ids.size() == 2'000);
  CHECK(personas.size() == 25);
  CHECK(last_ms == generator.time_ms());
}

TEST_CASE("turns have the size asked for on average") {
  for (const std::int64_t asked : {2'000, 2'900, 10'000}) {
    TurnGenerator generator({.personas = 10, .seed = 1, .turn_bytes_avg = asked});
    std::string all;
    for (int i = 0; i < 3'000; ++i) {
      generator.append_next(all);
    }
    const auto average = static_cast<std::int64_t>(all.size()) / 3'000;
    CHECK(average > asked * 9 / 10);
    CHECK(average < asked * 11 / 10);
  }
}

TEST_CASE("one persona has one session at a time") {
  TurnGenerator generator({.personas = 1, .seed = 5});
  codec::TurnParser parser;
  std::vector<std::string> sessions;
  for (int i = 0; i < 100; ++i) {
    std::string line;
    generator.append_next(line);
    const std::string session((*parser.parse(line))->session_id);
    if (sessions.empty() || sessions.back() != session) {
      CHECK(std::find(sessions.begin(), sessions.end(), session) == sessions.end());
      sessions.push_back(session);
    }
  }
  CHECK(sessions.size() > 5);
}

TEST_CASE("a start that is not a time is refused") {
  ProgramFixture program;
  CHECK(program.run({"generate", "--start", "yesterday"}).exit == 2);
}

TEST_CASE("a ULID has its time in front and a hash behind") {
  CHECK(make_ulid(0, "x").substr(0, 10) == "0000000000");
  // 2026-01-01T00:00:00Z
  CHECK(make_ulid(1'767'225'600'000, "x").substr(0, 10) == "01KDVDNA00");
  CHECK(make_ulid(5, "x") == make_ulid(5, "x"));
  CHECK(make_ulid(5, "x") != make_ulid(5, "y"));
  CHECK(make_ulid(5, "x").size() == 26);
}

}  // namespace
}  // namespace turnstream::app
