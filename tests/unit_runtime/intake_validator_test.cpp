#include "pipeline/runtime/intake_validator.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr WallTime kNow{1'767'261'600'000};  // 2026-01-01T10:00:00Z

/// The code of the refusal, or "accepted".
std::string verdict(IntakeValidator& validator, SourceKind kind, const log::Record& record) {
  const auto answer = validator.check(kind, record, kNow);
  const auto* refused = std::get_if<Refused>(&answer);
  return refused == nullptr ? "accepted" : refused->error.code;
}

std::string verdict(IntakeValidator& validator, SourceKind kind, const std::string& value) {
  return verdict(validator, kind, make_record({"t", 0, 0, std::nullopt, value, {}}));
}

}  // namespace

TEST_CASE("lower limits refuse turns that the defaults accept") {
  const auto value = turn_json("T1", "helper", "hi");
  const auto size = value.size();
  IntakeValidator defaults(IntakeLimits{});
  CHECK(verdict(defaults, SourceKind::kTurns, value) == "accepted");
  IntakeValidator exact({{size, 2}, 0});
  CHECK(verdict(exact, SourceKind::kTurns, value) == "accepted");
  IntakeValidator small({{size - 1, 64}, 0});
  CHECK(verdict(small, SourceKind::kTurns, value) == "too_large");
  IntakeValidator flat({{size, 1}, 0});
  CHECK(verdict(flat, SourceKind::kTurns, value) == "too_deep");
  IntakeValidator past({{}, -1});
  CHECK(verdict(past, SourceKind::kTurns, value) == "timestamp_in_future");
}

TEST_CASE("a later time is accepted where the limit is raised") {
  auto turn = nlohmann::json::parse(turn_json("T1", "helper", "hi"));
  turn["timestamp"] = "2026-01-01T11:00:00Z";
  IntakeValidator defaults(IntakeLimits{});
  CHECK(verdict(defaults, SourceKind::kTurns, turn.dump()) == "timestamp_in_future");
  IntakeValidator raised({{}, 3'600'000});
  CHECK(verdict(raised, SourceKind::kTurns, turn.dump()) == "accepted");
}

}  // namespace turnstream::runtime
