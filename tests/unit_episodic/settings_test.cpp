#include "stages/episodic/settings.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace turnstream::episodic {
namespace {

std::string short_name(const SettingField& field) {
  return std::string(field.row.name.substr(field.row.name.find('.') + 1));
}

TEST_CASE("every row's default is the default in the field and lies within its range") {
  const EpisodicSettings defaults;
  nlohmann::json section;
  for (const SettingField& field : kSettingFields) {
    const auto value = nlohmann::json::parse(field.row.default_value);
    CHECK(value.get<double>() >= field.row.min);
    CHECK(value.get<double>() <= field.row.max);
    CHECK_FALSE(field.row.doc.empty());
    section[short_name(field)] = value;
  }
  const EpisodicSettings parsed = parse_settings({{"episodic", section}});
  for (const SettingField& field : kSettingFields) {
    CAPTURE(field.row.name);
    CHECK(parsed.*field.field == defaults.*field.field);
  }
}

TEST_CASE("every field has one row and the rows are in order of name") {
  CHECK(kSettingFields.size() * sizeof(std::int64_t) == sizeof(EpisodicSettings));
  CHECK(std::is_sorted(kSettingFields.begin(), kSettingFields.end(),
                       [](const SettingField& a, const SettingField& b) { return a.row.name < b.row.name; }));
  CHECK(setting_rows().size() == kSettingFields.size());
}

TEST_CASE("settings that are given are taken and scores become millionths") {
  const auto parsed = parse_settings(nlohmann::json::parse(
      R"({"episodic":{"ring_items_max":10,"chat_importance":0.1,"age_out_importance":1,"no_such":3}})"));
  CHECK(parsed.ring_items_max == 10);
  CHECK(parsed.chat_importance == 100'000);
  CHECK(parsed.age_out_importance == 1'000'000);
}

TEST_CASE("nonsense in the log leaves defaults and what is out of range becomes the nearest allowed value") {
  CHECK(parse_settings(nlohmann::json(3)).ring_items_max == 100);
  CHECK(parse_settings(nlohmann::json::parse(R"({"episodic":[]})")).ring_items_max == 100);
  const auto parsed =
      parse_settings(nlohmann::json::parse(R"({"episodic":{"ring_items_max":0,"tags_max":"x","chat_importance":7}})"));
  CHECK(parsed.ring_items_max == 1);
  CHECK(parsed.tags_max == 12);
  CHECK(parsed.chat_importance == 1'000'000);
}

}  // namespace
}  // namespace turnstream::episodic
