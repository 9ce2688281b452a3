#include "pipeline/runtime/intake/intake_validator.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr WallTime kReceivedAt{1'767'261'600'000};  // 2026-01-01T10:00:00Z

std::string tick(const std::string& time) {
  return R"({"kind":"tick","command_id":"01JGFJJZ00000000000000000A","persona_id":null,"issued_by":"test",)"
         R"("issued_at":"2026-01-01T10:00:00Z","caused_by":null,"args":{"time":")" +
         time + "\"}}";
}

/// The code of the refusal, or "accepted".
std::string verdict(IntakeValidator& validator, SourceKind kind, const log::Record& record) {
  const auto answer = validator.check(kind, record, kReceivedAt);
  const auto* refused = std::get_if<Refused>(&answer);
  return refused == nullptr ? "accepted" : refused->error.code;
}

std::string verdict(IntakeValidator& validator, SourceKind kind, const std::string& value) {
  return verdict(validator, kind, make_record({"t", 0, 0, std::nullopt, value, {}}));
}

std::string trace_of(const std::string& trace) {
  IntakeValidator validator(IntakeClock::kWall, {}, {});
  const auto record = make_record({"t", 0, 0, "helper", turn_json("T1", "helper", "hi"), {{"trace_id", trace}}});
  const auto answer = validator.check(SourceKind::kTurns, record, kReceivedAt);
  REQUIRE(std::holds_alternative<Accepted>(answer));
  return std::get<Accepted>(answer).trace_id;
}

}  // namespace

TEST_CASE("a tick command of any time is refused under the wall clock") {
  IntakeValidator validator(IntakeClock::kWall, {}, {});
  CHECK(verdict(validator, SourceKind::kCommands, tick("2099-01-01T00:00:00Z")) == "unknown_command");
  CHECK(verdict(validator, SourceKind::kCommands, tick("2026-01-01T10:00:00Z")) == "unknown_command");
}

TEST_CASE("a tick command under the event clock may be as far ahead of the wall clock as a turn") {
  IntakeValidator validator(IntakeClock::kEvent, {}, {});
  CHECK(verdict(validator, SourceKind::kCommands, tick("2026-01-01T10:10:00.000Z")) == "accepted");
  CHECK(verdict(validator, SourceKind::kCommands, tick("2026-01-01T10:10:00.001Z")) == "timestamp_in_future");
  const auto answer = validator.check(
      SourceKind::kCommands, make_record({"t", 0, 0, std::nullopt, tick("2099-01-01T00:00:00Z"), {}}), kReceivedAt);
  CHECK(std::get<Refused>(answer).error.pointer == "/args/time");
}

TEST_CASE("a trace id that is too long or not plain text is replaced by the turn id") {
  CHECK(trace_of("4bf92f3577b34da6") == "4bf92f3577b34da6");
  CHECK(trace_of(std::string(128, 'x')) == std::string(128, 'x'));
  CHECK(trace_of(std::string(129, 'x')) == turn_id("T1"));
  CHECK(trace_of("") == turn_id("T1"));
  CHECK(trace_of("a\nb") == turn_id("T1"));
  CHECK(trace_of("a\xC2\x85") == turn_id("T1"));
  CHECK(trace_of("a\xFF") == turn_id("T1"));
  CHECK(trace_of("sp\xC3\xBCr") == "sp\xC3\xBCr");
}

TEST_CASE("a turn that breaks a rule of the schema is refused under the persona and the turn id it names") {
  IntakeValidator validator(IntakeClock::kWall, {}, {});
  const auto refused = [&](const std::string& value) {
    const auto answer = validator.check(SourceKind::kTurns, make_record({"t", 0, 0, "key", value, {}}), kReceivedAt);
    REQUIRE(std::holds_alternative<Refused>(answer));
    return std::get<Refused>(answer);
  };
  const Refused named = refused(R"({"turn_id":"T1","x":[{"agent_id":"inner"}],"agent_id":"helper"})");
  CHECK(named.error.code == "schema");
  CHECK(named.persona == "helper");
  CHECK(named.turn_id == "T1");
  const std::string nothing_said[] = {R"({"agent_id":7,"turn_id":null})",
                                      R"({"agent_id":"","turn_id":"a\nb"})",
                                      "[]",
                                      R"({"agent_id":"a","agent_id":"b","turn_id":"T1"})",
                                      "{",
                                      "\"text\""};
  for (const std::string& value : nothing_said) {
    INFO(value);
    CHECK(refused(value).persona == "key");
    CHECK(refused(value).turn_id.empty());
  }
  const std::string huge(100'000, 'x');
  const Refused bounded = refused(R"({"agent_id":")" + huge + R"(","turn_id":")" + huge + "\"}");
  CHECK(bounded.persona == std::string(512, 'x'));
  CHECK(bounded.turn_id.empty());
}

TEST_CASE("lower limits refuse turns that the defaults accept") {
  const auto value = turn_json("T1", "helper", "hi");
  const auto size = value.size();
  IntakeValidator defaults(IntakeClock::kWall, {}, {});
  CHECK(verdict(defaults, SourceKind::kTurns, value) == "accepted");
  IntakeValidator exact(IntakeClock::kWall, {{size, 2}, 0}, {});
  CHECK(verdict(exact, SourceKind::kTurns, value) == "accepted");
  IntakeValidator small(IntakeClock::kWall, {{size - 1, 64}, 0}, {});
  CHECK(verdict(small, SourceKind::kTurns, value) == "too_large");
  IntakeValidator flat(IntakeClock::kWall, {{size, 1}, 0}, {});
  CHECK(verdict(flat, SourceKind::kTurns, value) == "too_deep");
  IntakeValidator past(IntakeClock::kWall, {{}, -1}, {});
  CHECK(verdict(past, SourceKind::kTurns, value) == "timestamp_in_future");
}

TEST_CASE("a later time is accepted where the limit is raised") {
  auto turn = nlohmann::json::parse(turn_json("T1", "helper", "hi"));
  turn["timestamp"] = "2026-01-01T11:00:00Z";
  IntakeValidator defaults(IntakeClock::kWall, {}, {});
  CHECK(verdict(defaults, SourceKind::kTurns, turn.dump()) == "timestamp_in_future");
  IntakeValidator raised(IntakeClock::kWall, {{}, 3'600'000}, {});
  CHECK(verdict(raised, SourceKind::kTurns, turn.dump()) == "accepted");
}

}  // namespace turnstream::runtime
