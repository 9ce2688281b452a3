#include "app/status/prometheus_text.h"

#include <cmath>
#include <doctest/doctest.h>

#include "pipeline/base/metrics.h"

namespace turnstream::app {
namespace {

PrometheusText parsed(std::string_view text) {
  Result<PrometheusText> result = PrometheusText::parse(text);
  REQUIRE(result.ok());
  return std::move(result).value();
}

TEST_CASE("what a process prints of its metrics is read back") {
  Metrics metrics;
  metrics.counter({"a_total", "Things."}, {{"stage", "x \"y\"\\\n"}, {"reason", "r"}}).add(3);
  metrics.counter({"a_total", "Things."}, {{"stage", "z"}, {"reason", "r"}}).add(4);
  metrics.gauge({"b", "Level."}).set(-2);
  metrics.histogram({"c_us", "Waits."}, {1, 10}, {{"w", "0"}}).observe(5);
  const PrometheusText text = parsed(metrics.text());
  CHECK(text.value("a_total", {{"stage", "x \"y\"\\\n"}}) == 3);
  CHECK(text.sum("a_total", {{"reason", "r"}}) == 7);
  CHECK(text.value("b") == -2);
  CHECK(text.value("c_us_bucket", {{"le", "+Inf"}, {"w", "0"}}) == 1);
  CHECK(text.all("c_us_bucket").size() == 3);
}

TEST_CASE("what is not there is absent and not 0") {
  const PrometheusText text = parsed("a 1\n");
  CHECK(!text.value("b"));
  CHECK(!text.sum("b"));
  CHECK(!text.value("a", {{"stage", "x"}}));
  CHECK(text.all("b").empty());
}

TEST_CASE("metrics of other programs are read too") {
  const PrometheusText text = parsed(
      "# HELP x y\r\n\r\n  x:y{ a = \"1\" , b=\"2\", } 1.5e3 1395066363000\r\nz +Inf\nn NaN\nm -Inf\nno_end{} +4");
  CHECK(text.value("x:y", {{"b", "2"}}) == 1'500);
  CHECK(std::isinf(*text.value("z")));
  CHECK(std::isnan(*text.value("n")));
  CHECK(*text.value("m") < 0);
  CHECK(text.value("no_end") == 4);
}

TEST_CASE("a line that is no metric is refused with its number") {
  for (const char* line : {"{a=\"1\"} 2", "a{b} 1", "a{b=\"1} 1", "a{b=\"1\"", "a", "a 1x", "a 1 2 3", "1a 2",
                           "a{b=\"1\" c=\"2\"} 1", "<html>"}) {
    INFO(line);
    const Result<PrometheusText> text = PrometheusText::parse("good 1\n" + std::string(line) + "\n");
    REQUIRE(!text.ok());
    CHECK(text.error().message == "line 2 is no metric");
  }
}

}  // namespace
}  // namespace turnstream::app
