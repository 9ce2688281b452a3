#include "stages/pattern/settings.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/stage_checks/settings_check.h"

namespace turnstream::pattern {
namespace {

TEST_CASE("every row's default is the default in the field and lies within its range") {
  stage_checks::check_defaults(kSettingFields);
}

TEST_CASE("every field has one row and the rows are in order of name") {
  stage_checks::check_rows(kSettingFields);
}

TEST_CASE("settings that are given are taken and scores become millionths") {
  const auto parsed = stage_api::settings_from(
      kSettingFields,
      nlohmann::json::parse(
          R"({"pattern":{"patterns_max":10,"decay_factor":0.1,"preference_confidence":0.5,"no_such":3}})"));
  CHECK(parsed.patterns_max == 10);
  CHECK(parsed.decay_factor == 100'000);
  CHECK(parsed.preference_confidence == 500'000);
}

TEST_CASE("invalid settings in the log give defaults and numbers out of range become the nearest allowed ones") {
  CHECK(stage_api::settings_from(kSettingFields, nlohmann::json(3)).patterns_max == 1000);
  CHECK(stage_api::settings_from(kSettingFields, nlohmann::json::parse(R"({"pattern":[]})")).patterns_max == 1000);
  const auto parsed = stage_api::settings_from(
      kSettingFields,
      nlohmann::json::parse(R"({"pattern":{"patterns_max":0,"turn_topics_max":"x","decay_factor":7}})"));
  CHECK(parsed.patterns_max == 1);
  CHECK(parsed.turn_topics_max == 12);
  CHECK(parsed.decay_factor == 1'000'000);
}

}  // namespace
}  // namespace turnstream::pattern
