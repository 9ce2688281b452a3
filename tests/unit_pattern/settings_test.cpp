#include "stages/pattern/settings.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace turnstream::pattern {
namespace {

std::string short_name(const SettingField& field) {
  return std::string(field.row.name.substr(field.row.name.find('.') + 1));
}

TEST_CASE("every row's default is the default in the field and lies within its range") {
  const PatternSettings defaults;
  nlohmann::json section;
  for (const SettingField& field : kSettingFields) {
    const auto value = nlohmann::json::parse(field.row.default_value);
    CHECK(value.get<double>() >= field.row.min);
    CHECK(value.get<double>() <= field.row.max);
    CHECK_FALSE(field.row.doc.empty());
    section[short_name(field)] = value;
  }
  const PatternSettings parsed = parse_settings({{"pattern", section}});
  for (const SettingField& field : kSettingFields) {
    CAPTURE(field.row.name);
    CHECK(parsed.*field.field == defaults.*field.field);
  }
}

TEST_CASE("every field has one row and the rows are in order of name") {
  CHECK(kSettingFields.size() * sizeof(std::int64_t) == sizeof(PatternSettings));
  CHECK(std::is_sorted(kSettingFields.begin(), kSettingFields.end(),
                       [](const SettingField& a, const SettingField& b) { return a.row.name < b.row.name; }));
  CHECK(setting_rows().size() == kSettingFields.size());
}

TEST_CASE("settings that are given are taken and scores become millionths") {
  const auto parsed = parse_settings(nlohmann::json::parse(
      R"({"pattern":{"patterns_max":10,"decay_factor":0.1,"preference_confidence":0.5,"no_such":3}})"));
  CHECK(parsed.patterns_max == 10);
  CHECK(parsed.decay_factor == 100'000);
  CHECK(parsed.preference_confidence == 500'000);
}

TEST_CASE("nonsense in the log leaves defaults and what is out of range becomes the nearest allowed value") {
  CHECK(parse_settings(nlohmann::json(3)).patterns_max == 1000);
  CHECK(parse_settings(nlohmann::json::parse(R"({"pattern":[]})")).patterns_max == 1000);
  const auto parsed =
      parse_settings(nlohmann::json::parse(R"({"pattern":{"patterns_max":0,"turn_topics_max":"x","decay_factor":7}})"));
  CHECK(parsed.patterns_max == 1);
  CHECK(parsed.turn_topics_max == 12);
  CHECK(parsed.decay_factor == 1'000'000);
}

}  // namespace
}  // namespace turnstream::pattern
