#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/data/design_load.h"
#include "app/data/turn_generator.h"
#include "app/data/turn_id_form.h"
#include "app/data/ulid.h"
#include "pipeline/base/uuid5.h"
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

/// The lines with each turn id replaced by the number of its turn. Adds the ids to `ids`, in order.
std::vector<std::string> without_ids(const std::vector<std::string>& lines, std::vector<std::string>& ids) {
  codec::TurnParser parser;
  std::vector<std::string> plain;
  for (std::string line : lines) {
    const auto turn = parser.parse(line);
    REQUIRE_MESSAGE(turn.ok(), (turn.ok() ? "" : turn.error().message));
    ids.emplace_back((*turn)->turn_id);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (const std::size_t at = line.find(ids[i]); at != std::string::npos) {
        line.replace(at, ids[i].size(), "turn " + std::to_string(i));
      }
    }
    plain.push_back(std::move(line));
  }
  return plain;
}

TEST_CASE("turn ids may be UUIDs and all else is the same") {
  ProgramFixture program;
  for (const std::string profile : {"everyday", "design-load"}) {
    CAPTURE(profile);
    const std::vector<std::string> flags = {"generate", "--profile", profile, "--turns", "150", "--turn-ids"};
    const auto with = [&flags](const std::string& form) {
      std::vector<std::string> all = flags;
      all.push_back(form);
      return all;
    };
    const Outcome outcome = program.run(with("uuid"));
    CHECK(outcome.exit == 0);
    CHECK(outcome.out == program.run(with("uuid")).out);
    std::vector<std::string> uuids;
    std::vector<std::string> ulids;
    CHECK(without_ids(lines_of(outcome.out), uuids) == without_ids(lines_of(program.run(with("ulid")).out), ulids));
    for (const std::string& id : uuids) {
      CHECK(parse_uuid(id).has_value());
    }
    CHECK(std::set<std::string>(uuids.begin(), uuids.end()).size() == 150);
    CHECK(ulids.size() == 150);
    CHECK(ulids.front().size() == 26);
  }
}

TEST_CASE("the same turn of another start has another id in both forms") {
  for (const TurnIdForm form : {TurnIdForm::kUlid, TurnIdForm::kUuid}) {
    CHECK(make_turn_id(form, 1'000, "1/1") == make_turn_id(form, 1'000, "1/1"));
    CHECK(make_turn_id(form, 1'000, "1/1") != make_turn_id(form, 2'000, "1/1"));
    CHECK(make_turn_id(form, 1'000, "1/1") != make_turn_id(form, 1'000, "1/2"));
  }
}

constexpr std::int64_t kFirstTurnMs = 1'767'225'600'000;

TEST_CASE("in the design load every persona has fifty turns in each five minutes") {
  DesignLoad load({.personas = 7, .hours = 1, .seed = 3, .start_ms = kFirstTurnMs});
  codec::TurnParser parser;
  std::set<std::string> ids;
  std::map<std::pair<std::string, std::int64_t>, int> turns;
  std::int64_t last_ms = kFirstTurnMs;
  for (std::int64_t i = 0; i < load.turns(); ++i) {
    std::string line;
    load.append_next(line);
    const auto turn = parser.parse(line);
    REQUIRE_MESSAGE(turn.ok(), (turn.ok() ? "" : turn.error().message));
    const std::int64_t at = (*turn)->timestamp.value();
    CHECK(at >= last_ms);
    CHECK(at == load.time_ms());
    last_ms = at;
    ids.emplace((*turn)->turn_id);
    ++turns[{std::string((*turn)->agent_id), (at - kFirstTurnMs) / DesignLoad::kBurstMs}];
  }
  CHECK(load.turns() == 7 * 12 * 50);
  CHECK(ids.size() == 7 * 12 * 50);
  CHECK(turns.size() == 7 * 12);
  CHECK(std::all_of(turns.begin(), turns.end(), [](const auto& burst) { return burst.second == 50; }));
}

TEST_CASE("in the design load a persona has two sessions at a time and they end") {
  DesignLoad load({.personas = 2, .hours = 2, .seed = 9, .start_ms = kFirstTurnMs});
  codec::TurnParser parser;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> places;  // of the first and last turn of each session
  std::string persona;
  for (std::int64_t i = 0; i < load.turns(); ++i) {
    std::string line;
    load.append_next(line);
    const model::StateExport& turn = **parser.parse(line);
    persona = persona.empty() ? std::string(turn.agent_id) : persona;
    if (turn.agent_id == persona) {
      places.try_emplace(std::string(turn.session_id), i, i).first->second.second = i;
    }
  }
  CHECK(places.size() > 20);
  for (std::int64_t i = 0; i < load.turns(); i += 100) {
    const auto open = std::count_if(places.begin(), places.end(), [i](const auto& session) {
      return session.second.first <= i && i <= session.second.second;
    });
    CHECK(open <= 2);
  }
}

TEST_CASE("the design load ends with its hours or after the turns that were asked for") {
  ProgramFixture program;
  const std::vector<std::string> load = {"generate", "--profile", "design-load", "--personas", "3", "--hours", "1"};
  const auto with = [&load](std::vector<std::string> more) {
    more.insert(more.begin(), load.begin(), load.end());
    return more;
  };
  const Outcome whole = program.run(load);
  CHECK(whole.exit == 0);
  CHECK(lines_of(whole.out).size() == 3 * 12 * 50);
  CHECK(whole.out == program.run(load).out);
  CHECK(whole.out != program.run(with({"--seed", "2"})).out);
  const Outcome part = program.run(with({"--turns", "100"}));
  CHECK(lines_of(part.out).size() == 100);
  CHECK(whole.out.compare(0, part.out.size(), part.out) == 0);
  CHECK(lines_of(program.run(with({"--turns", "5000"})).out).size() == 3 * 12 * 50);
}

TEST_CASE("a profile refuses the flags of the other one and unknown profiles and forms of ids are refused") {
  ProgramFixture program;
  const auto refused = [&program](std::vector<std::string> flags) {
    flags.insert(flags.begin(), "generate");
    const Outcome outcome = program.run(flags);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(refused({"--hours", "3"}).find("design-load") != std::string::npos);
  CHECK(refused({"--profile", "design-load", "--interval-ms", "5"}).find("everyday") != std::string::npos);
  CHECK(refused({"--turn-ids", "number"}).find("ulid or uuid") != std::string::npos);
  CHECK(refused({"--profile", "heavy"}).find("everyday or design-load") != std::string::npos);
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
