#include "pipeline/base/metrics.h"

#include <doctest/doctest.h>
#include <thread>

namespace turnstream {
namespace {

TEST_CASE("metrics are printed in the text format of Prometheus") {
  Metrics metrics;
  metrics.counter({"a_total", "Things."}, {{"stage", "x \"y\"\n"}}).Increment(3);
  metrics.gauge({"b", "Level."}).Set(-2);
  Histogram& histogram = metrics.histogram({"c_seconds", "Waits."}, {0.5, 10}, {{"w", "0"}});
  for (const double value : {0.0, 0.5, 2.0, 11.0}) {
    histogram.Observe(value);
  }
  CHECK(
      metrics.text() ==
      "# HELP a_total Things.\n# TYPE a_total counter\na_total{stage=\"x \\\"y\\\"\\n\"} 3\n"
      "# HELP b Level.\n# TYPE b gauge\nb -2\n"
      "# HELP c_seconds Waits.\n# TYPE c_seconds histogram\n"
      "c_seconds_count{w=\"0\"} 4\nc_seconds_sum{w=\"0\"} 13.5\n"
      "c_seconds_bucket{w=\"0\",le=\"0.5\"} 2\nc_seconds_bucket{w=\"0\",le=\"10\"} 3\nc_seconds_bucket{w=\"0\",le=\"+Inf\"} 4\n");
}

TEST_CASE("a second request for a metric returns the same one") {
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
        metrics.counter({"a_total", "Things."}).Increment();
        metrics.histogram({"b", "Sizes."}, {10}).Observe(j);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(metrics.counter({"a_total", "Things."}).Value() == 4'000);
  const auto sizes = metrics.histogram({"b", "Sizes."}, {10}).Collect().histogram;
  CHECK(sizes.sample_count - sizes.bucket[0].cumulative_count == 4 * 989);
}

}  // namespace
}  // namespace turnstream
