#include "pipeline/base/metrics.h"

#include <doctest/doctest.h>
#include <thread>

namespace turnstream {
namespace {

TEST_CASE("metrics are printed in the text format of Prometheus") {
  Metrics metrics;
  metrics.counter({"a_total", "Things."}, {{"stage", "x \"y\"\n"}}).add(3);
  metrics.gauge({"b", "Level."}).set(-2);
  Histogram& histogram = metrics.histogram({"c_ms", "Waits."}, {1, 10}, {{"w", "0"}});
  for (const std::int64_t value : {0, 1, 2, 11}) {
    histogram.observe(value);
  }
  CHECK(metrics.text() ==
        "# HELP a_total Things.\n# TYPE a_total counter\na_total{stage=\"x \\\"y\\\"\\n\"} 3\n"
        "# HELP b Level.\n# TYPE b gauge\nb -2\n"
        "# HELP c_ms Waits.\n# TYPE c_ms histogram\n"
        "c_ms_bucket{w=\"0\",le=\"1\"} 2\nc_ms_bucket{w=\"0\",le=\"10\"} 3\nc_ms_bucket{w=\"0\",le=\"+Inf\"} 4\n"
        "c_ms_sum{w=\"0\"} 14\nc_ms_count{w=\"0\"} 4\n");
}

TEST_CASE("a metric asked for again is the same one") {
  Metrics metrics;
  Counter& first = metrics.counter({"a_total", "Things."}, {{"x", "1"}});
  CHECK(&first == &metrics.counter({"a_total", "Things."}, {{"x", "1"}}));
  CHECK(&first != &metrics.counter({"a_total", "Things."}, {{"x", "2"}}));
}

TEST_CASE("updates from many threads are all counted") {
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 1'000; ++j) {
        metrics.counter({"a_total", "Things."}).add();
        metrics.histogram({"b", "Sizes."}, {10}).observe(j);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(metrics.counter({"a_total", "Things."}).value() == 4'000);
  CHECK(metrics.histogram({"b", "Sizes."}, {10}).count(1) == 4 * 989);
}

}  // namespace
}  // namespace turnstream
