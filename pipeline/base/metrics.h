#pragma once
// Metrics: the counters, gauges and histograms of a process, kept and printed by prometheus-cpp. A second call with the
// same name and labels returns the same object; references are valid as long as the Metrics object. Times are in
// seconds, sizes in bytes, and the name says so: turnstream_commit_seconds. Threads: any. All functions take a lock, so
// keep the reference that counter(), gauge() or histogram() returns; an update of a counter or gauge takes no lock, one
// of a histogram does.

#include <map>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <string>
#include <vector>

namespace turnstream {

using prometheus::Counter;
using prometheus::Gauge;
using prometheus::Histogram;
using MetricLabels = std::map<std::string, std::string>;

/// The name of a metric, and its meaning in one sentence (`help`).
struct MetricName {
  std::string name;
  std::string help;
};

class Metrics {
 public:
  /// Precondition: each name is used with only one of the three (and a histogram with the same ascending bounds).
  Counter& counter(const MetricName& name, const MetricLabels& labels = {});
  Gauge& gauge(const MetricName& name, const MetricLabels& labels = {});
  Histogram& histogram(const MetricName& name, const std::vector<double>& bounds, const MetricLabels& labels = {});

  /// The current values of the metrics with this name that have at least these labels.
  [[nodiscard]] std::vector<prometheus::ClientMetric> find(const std::string& name, const MetricLabels& labels) const;
  /// All metrics in Prometheus' text format 0.0.4.
  [[nodiscard]] std::string text() const;

 private:
  prometheus::Registry registry_;
};

}  // namespace turnstream
