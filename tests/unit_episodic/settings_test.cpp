#include "stages/episodic/settings.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/stage_checks/settings_check.h"

namespace turnstream::episodic {
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
          R"({"episodic":{"ring_items_max":10,"chat_importance":0.1,"age_out_importance":1,"no_such":3}})"));
  CHECK(parsed.ring_items_max == 10);
  CHECK(parsed.chat_importance == 100'000);
  CHECK(parsed.age_out_importance == 1'000'000);
}

TEST_CASE("invalid settings in the log give defaults and numbers out of range become the nearest allowed ones") {
  CHECK(stage_api::settings_from(kSettingFields, nlohmann::json(3)).ring_items_max == 100);
  CHECK(stage_api::settings_from(kSettingFields, nlohmann::json::parse(R"({"episodic":[]})")).ring_items_max == 100);
  const auto parsed = stage_api::settings_from(
      kSettingFields, nlohmann::json::parse(R"({"episodic":{"ring_items_max":0,"tags_max":"x","chat_importance":7}})"));
  CHECK(parsed.ring_items_max == 1);
  CHECK(parsed.tags_max == 12);
  CHECK(parsed.chat_importance == 1'000'000);
}

}  // namespace
}  // namespace turnstream::episodic
