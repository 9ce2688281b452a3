#pragma once
// Metrics: counters, gauges and histograms for whoever watches a process, printed in Prometheus' text format. Asking
// for the same name and labels again gives the same object; references stay valid as long as the Metrics. Units stand
// last in the name: turnstream_transaction_ms. Nothing reads a metric to decide anything. Threads: any. Registration
// and printing take a lock; updates are single atomic additions.

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace turnstream {

/// Only grows.
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

/// How often values up to each bound were seen.
class Histogram {
 public:
  /// Precondition: bounds rise.
  explicit Histogram(std::vector<std::int64_t> bounds);
  void observe(std::int64_t value) noexcept;

  [[nodiscard]] const std::vector<std::int64_t>& bounds() const { return bounds_; }
  /// Values in bucket `index`, those over all bounds in bucket bounds().size(); not cumulative.
  [[nodiscard]] std::uint64_t count(std::size_t index) const noexcept;
  [[nodiscard]] std::int64_t sum() const noexcept { return sum_.load(std::memory_order_relaxed); }

 private:
  std::vector<std::int64_t> bounds_;
  std::vector<std::atomic<std::uint64_t>> counts_;
  std::atomic<std::int64_t> sum_{0};
};

/// (name, value) pairs in the order given.
using MetricLabels = std::vector<std::pair<std::string, std::string>>;

/// What a metric is called and what it means; `help` is one sentence.
struct MetricName {
  std::string name;
  std::string help;
};

class Metrics {
 public:
  Metrics() = default;
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  /// Precondition of all three: a name has one kind (and a histogram one list of bounds).
  Counter& counter(const MetricName& name, const MetricLabels& labels = {});
  Gauge& gauge(const MetricName& name, const MetricLabels& labels = {});
  Histogram& histogram(const MetricName& name, const std::vector<std::int64_t>& bounds,
                       const MetricLabels& labels = {});

  /// Prometheus' text format 0.0.4, names and labels in order.
  [[nodiscard]] std::string text() const;

 private:
  template <typename Metric>
  struct Family {
    std::string help;
    std::map<std::string, std::unique_ptr<Metric>> by_labels;  ///< under `a="b",c="d"`
  };
  template <typename Metric>
  using Families = std::map<std::string, Family<Metric>>;

  mutable std::mutex mutex_;
  Families<Counter> counters_;
  Families<Gauge> gauges_;
  Families<Histogram> histograms_;
};

}  // namespace turnstream
