#include "pipeline/stage_api/setting_field.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace turnstream::stage_api {
namespace {

struct Sample {
  std::int64_t items_max = 5;
  std::int64_t share = 700'000;
  std::string mode = "calm";
  std::string name;
  bool on = false;
};

constexpr std::array kFields{
    count_field("sample.items_max", &Sample::items_max, "items", 1, 10, "Items."),
    text_field("sample.mode", &Sample::mode, "calm|busy", "Mode."),
    text_field("sample.name", &Sample::name, "", "Name."),
    flag_field("sample.on", &Sample::on, "Whether it is on."),
    score_field("sample.share", &Sample::share, 0, 1, "Share."),
};

Sample read(std::string_view section) {
  return settings_from(kFields, {{"sample", nlohmann::json::parse(section)}});
}

}  // namespace

TEST_CASE("numbers and flags and texts are read from the settings in force") {
  const Sample read_all = read(R"({"items_max":7,"mode":"busy","name":"a \"b\"","on":true,"share":0.25})");
  CHECK(read_all.items_max == 7);
  CHECK(read_all.mode == "busy");
  CHECK(read_all.name == "a \"b\"");
  CHECK(read_all.on);
  CHECK(read_all.share == 250'000);
}

TEST_CASE("a value of another type or a word that is not allowed leaves the default") {
  const Sample defaults = read(R"({"items_max":"7","mode":"wild","name":5,"on":1,"share":true})");
  CHECK(defaults.items_max == 5);
  CHECK(defaults.mode == "calm");
  CHECK(defaults.name.empty());
  CHECK_FALSE(defaults.on);
  CHECK(defaults.share == 700'000);
  CHECK(read("{}").mode == "calm");
  CHECK(read(R"({"mode":"calm|busy"})").mode == "calm");
}

TEST_CASE("a row has the default as JSON of the setting's type") {
  CHECK(kFields[0].row().default_value == "5");
  CHECK(kFields[1].row().default_value == R"("calm")");
  CHECK(kFields[1].row().choices == "calm|busy");
  CHECK(kFields[2].row().default_value == R"("")");
  CHECK(kFields[3].row().default_value == "false");
  CHECK(kFields[4].row().default_value == "0.7");
}

}  // namespace turnstream::stage_api
