#include "stages/lifecycle/settings.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/stage_checks/settings_check.h"

namespace turnstream::lifecycle {

TEST_CASE("every row's default is the default in the field and lies within its range") {
  stage_checks::check_defaults(kSettingFields);
}

TEST_CASE("every field has one row and the rows are in order of name") {
  stage_checks::check_rows(kSettingFields);
}

TEST_CASE("half-lives and retentions are those of the type") {
  const auto settings = stage_api::settings_from(
      kSettingFields,
      nlohmann::json::parse(
          R"({"lifecycle":{"tool_use_half_life_days":7,"insight_retention_days":2,"chat_half_life_days":0}})"));
  CHECK(half_life_ms(model::ItemType::kToolUse, settings) == 7 * kDayMs);
  CHECK(half_life_ms(model::ItemType::kObservation, settings) == 14 * kDayMs);
  CHECK(half_life_ms(model::ItemType::kInsight, settings) == 365 * kDayMs);
  CHECK(half_life_ms(model::ItemType::kChat, settings) == kDayMs);
  CHECK(retention_ms(model::ItemType::kInsight, settings) == 2 * kDayMs);
  CHECK(retention_ms(model::ItemType::kError, settings) == 0);
}

}  // namespace turnstream::lifecycle
