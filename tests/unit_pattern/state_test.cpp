#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "stages/pattern/describe.h"
#include "stages/pattern/kept_pattern.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

constexpr Uuid kId{9, 8, 7};

KeptPattern full_pattern() {
  KeptPattern kept;
  kept.pattern.id = to_string(kId);
  kept.pattern.persona_id = "helper";
  kept.pattern.type = model::PatternType::kMode;
  kept.pattern.key = "key";
  kept.pattern.polarity = model::Polarity::kNegative;
  kept.pattern.text = "text";
  kept.pattern.confidence = 475'000;
  kept.pattern.occurrences = 300;
  kept.pattern.first_seen = EventTime{-5};
  kept.pattern.last_seen = EventTime{5};
  kept.pattern.evolution = {{EventTime{-5}, 500'000}};
  kept.pattern.sources = {{"item", "turn", "s1"}};
  kept.fresh_confidence = 500'000;
  kept.last_used = LogTime{77};
  kept.idle_periods = 1;
  return kept;
}

}  // namespace

TEST_CASE("a row whose rank has another format is damaged") {
  std::string row = PatternForm::encode(full_pattern());
  ++row.front();
  const auto read = PatternForm::decode(row, "helper", kId);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().reaction == Reaction::kRebuildState);
}

TEST_CASE("a pattern is read back as it was written and its row begins with the rank") {
  const std::string row = PatternForm::encode(full_pattern());
  CHECK(*PatternForm::decode(row, "helper", kId) == full_pattern());
  ByteReader reader(row);
  CHECK(evidence::read_rank(reader) == full_pattern().rank());
}

TEST_CASE("a damaged row is detected at every length") {
  const std::string row = PatternForm::encode(full_pattern());
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(PatternForm::decode(std::string_view(row).substr(0, size), "helper", kId).error().reaction ==
            Reaction::kRebuildState);
  }
  CHECK_FALSE(PatternForm::decode(row + "x", "helper", kId).ok());
}

TEST_CASE_FIXTURE(PatternFixture, "every row that the stage writes can be shown") {
  turn({"I love tabs", "kafka", {"grep", "read"}, "chat"}, 0);
  CHECK(describe_row("sketch/topic", driver().rows("helper").at("sketch/topic"))["counted"].size() == 1);
  CHECK(describe_row("sketch/time", driver().rows("helper").at("sketch/time"))["counted"][0]["key"] == "hour 10");
  CHECK(driver().rows("helper").size() == 8);
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  for (const char* key : {"patterns", "pattern/x", "sketch/topic"}) {
    CHECK(describe_row(key, "x").count("damaged") == 1);
  }
}

}  // namespace turnstream::pattern
