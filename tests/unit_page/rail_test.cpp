#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "app/page/html.h"
#include "app/page/page_frame.h"
#include "app/page/validity_rail.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

std::string rail_of(const Json& validity) {
  Html html;
  write_validity(html, validity);
  return html.take();
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Json window(const std::string& from, const Json& to) {
  return {{"from", from}, {"to", to}};
}

TEST_CASE("a fact that holds has a rail up to its open end and says since when") {
  const std::string rail = rail_of(Json::array({window("2026-01-01T10:00:00.000Z", nullptr)}));
  CHECK(has(rail, "class=\"rail-now\" x=\"0\" y=\"1\" width=\"1000\""));
  CHECK(has(rail, "It has held since <time datetime=\"2026-01-01T10:00:00.000Z\">1 Jan 2026, 10:00</time>."));
}

TEST_CASE("intervals stand on the rail in proportion to their times") {
  const std::string rail = rail_of(Json::array(
      {window("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"), window("2026-01-05T00:00:00.000Z", nullptr)}));
  CHECK(has(rail, "class=\"rail-past\" x=\"0\" y=\"1\" width=\"220\""));
  CHECK(has(rail, "class=\"rail-now\" x=\"880\" y=\"1\" width=\"120\""));
  CHECK(has(rail, "from <time datetime=\"2026-01-01T00:00:00.000Z\">1 Jan 2026, 00:00</time> until "));
  CHECK(has(rail, ", then since "));
}

TEST_CASE("a fact that ended says so and a short interval can still be seen") {
  const std::string rail = rail_of(Json::array({window("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z")}));
  CHECK(has(rail, "width=\"12\""));
  CHECK(has(rail, "; it no longer holds."));
}

TEST_CASE("of many intervals the newest are in words and the others are counted") {
  Json validity = Json::array();
  for (int day = 10; day < 17; ++day) {
    validity.push_back(window("2026-01-" + std::to_string(day) + "T00:00:00.000Z",
                              "2026-01-" + std::to_string(day) + "T01:00:00.000Z"));
  }
  const std::string rail = rail_of(validity);
  CHECK(has(rail, "in 3 earlier intervals, then "));
  CHECK(has(rail, "13 Jan 2026, 00:00"));
  CHECK_FALSE(has(rail, "12 Jan 2026"));
}

TEST_CASE("without intervals there is no rail") {
  CHECK(rail_of(Json()) == Html().take());
  CHECK(rail_of(Json::array({{{"from", "yesterday"}}})) == Html().take());
}

TEST_CASE("numbers are short and texts that are not numbers are empty") {
  CHECK(number_text(Json(0.96)) == "0.96");
  CHECK(number_text(Json(1.0)) == "1");
  CHECK(number_text(Json(14.204)) == "14.2");
  CHECK(number_text(Json(100)) == "100");
  CHECK(number_text(Json("1")).empty());
  CHECK(number_text(Json(1e300)).size() < 64);
}

}  // namespace
}  // namespace turnstream::app
