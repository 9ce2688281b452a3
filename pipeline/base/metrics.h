#pragma once
// Metrics: counters, gauges and histograms for monitoring, printed in Prometheus' text format. A second request for
// the same name and labels returns the same object; references stay valid as long as the Metrics object. The unit is
// the last part of the name: turnstream_transaction_ms. No code decides anything by a metric. Threads: any.
// Registering and printing take a lock; updates are single atomic operations.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/mutex.h"

namespace turnstream {

/// A value that only grows.
class Counter {
 public:
  void add(std::uint64_t count = 1) noexcept { value_.fetch_add(count, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> value_{0};
};

class Gauge {
 public:
  void set(std::int64_t value) noexcept { value_.store(value, std::memory_order_relaxed); }
  void add(std::int64_t difference) noexcept { value_.fetch_add(difference, std::memory_order_relaxed); }
  [[nodiscard]] std::int64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> value_{0};
};

/// Counts observed values by bucket: bucket i holds those up to bounds()[i] and above the bound before it.
class Histogram {
 public:
  /// Precondition: bounds are in ascending order.
  explicit Histogram(std::vector<std::int64_t> bounds);
  void observe(std::int64_t value) noexcept;

  [[nodiscard]] const std::vector<std::int64_t>& bounds() const { return bounds_; }
  /// The count of bucket `index` alone, not cumulative. Bucket bounds().size() holds the values above all bounds.
  [[nodiscard]] std::uint64_t count(std::size_t index) const noexcept;
  [[nodiscard]] std::int64_t sum() const noexcept { return sum_.load(std::memory_order_relaxed); }

 private:
  std::vector<std::int64_t> bounds_;
  std::vector<std::atomic<std::uint64_t>> counts_;
  std::atomic<std::int64_t> sum_{0};
};

/// (name, value) pairs; they are printed in this order.
using MetricLabels = std::vector<std::pair<std::string, std::string>>;

/// The name of a metric and its meaning; `help` is one sentence.
struct MetricName {
  std::string name;
  std::string help;
};

class Metrics {
 public:
  Metrics() = default;
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  /// Precondition of all three: a name is used for one kind of metric only, and a histogram always with the same
  /// bounds.
  Counter& counter(const MetricName& name, const MetricLabels& labels = {});
  Gauge& gauge(const MetricName& name, const MetricLabels& labels = {});
  Histogram& histogram(const MetricName& name, const std::vector<std::int64_t>& bounds,
                       const MetricLabels& labels = {});

  /// Prometheus' text format 0.0.4: counters, gauges, then histograms, each sorted by name and labels.
  [[nodiscard]] std::string text() const;

 private:
  template <typename Metric>
  struct Family {
    std::string help;
    std::map<std::string, std::unique_ptr<Metric>> by_labels;  ///< key: the printed labels, `a="b",c="d"`
  };
  template <typename Metric>
  using Families = std::map<std::string, Family<Metric>>;

  mutable Mutex mutex_;
  Families<Counter> counters_ GUARDED_BY(mutex_);
  Families<Gauge> gauges_ GUARDED_BY(mutex_);
  Families<Histogram> histograms_ GUARDED_BY(mutex_);
};

}  // namespace turnstream
