#include "pipeline/base/metrics.h"

#include <algorithm>

#include "pipeline/base/check.h"

namespace turnstream {
namespace {

std::string label_text(const MetricLabels& labels) {
  std::string out;
  for (const auto& [name, value] : labels) {
    out.append(out.empty() ? "" : ",").append(name).append("=\"");
    for (const char c : value) {
      if (c == '\n') {
        out.append("\\n");
      } else {
        out.append(c == '"' || c == '\\' ? "\\" : "").push_back(c);
      }
    }
    out.push_back('"');
  }
  return out;
}

template <typename Family>
void append_head(std::string& out, const std::string& name, const Family& family, const char* kind) {
  out += "# HELP " + name + " " + family.help + "\n# TYPE " + name + " " + kind + "\n";
}

template <typename Number>
void append_sample(std::string& out, const std::string& name, const std::string& labels, Number value) {
  out += name;
  if (!labels.empty()) {
    out += "{" + labels + "}";
  }
  out += " " + std::to_string(value) + "\n";
}

void append_histogram(std::string& out, const std::string& name, const std::string& labels,
                      const Histogram& histogram) {
  const std::string prefix = labels.empty() ? "" : labels + ",";
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i <= histogram.bounds().size(); ++i) {
    seen += histogram.count(i);
    const std::string bound = i < histogram.bounds().size() ? std::to_string(histogram.bounds()[i]) : "+Inf";
    append_sample(out, name + "_bucket", prefix + "le=\"" + bound + "\"", seen);
  }
  append_sample(out, name + "_sum", labels, histogram.sum());
  append_sample(out, name + "_count", labels, seen);
}

template <typename Families, typename Make>
auto& find_or_make(Families& families, const MetricName& name, const MetricLabels& labels, const Make& make) {
  auto& family = families[name.name];
  family.help = name.help;
  auto& metric = family.by_labels[label_text(labels)];
  if (!metric) {
    metric = make();
  }
  return *metric;
}

}  // namespace

Histogram::Histogram(std::vector<std::int64_t> bounds) : bounds_(std::move(bounds)), counts_(bounds_.size() + 1) {
  CHECK(std::is_sorted(bounds_.begin(), bounds_.end()));
}

void Histogram::observe(std::int64_t value) noexcept {
  const auto bucket = std::lower_bound(bounds_.begin(), bounds_.end(), value) - bounds_.begin();
  counts_[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
  sum_.fetch_add(value, std::memory_order_relaxed);
}

std::uint64_t Histogram::count(std::size_t index) const noexcept {
  return counts_[index].load(std::memory_order_relaxed);
}

Counter& Metrics::counter(const MetricName& name, const MetricLabels& labels) {
  const MutexLock lock(mutex_);
  return find_or_make(counters_, name, labels, [] { return std::make_unique<Counter>(); });
}

Gauge& Metrics::gauge(const MetricName& name, const MetricLabels& labels) {
  const MutexLock lock(mutex_);
  return find_or_make(gauges_, name, labels, [] { return std::make_unique<Gauge>(); });
}

Histogram& Metrics::histogram(const MetricName& name, const std::vector<std::int64_t>& bounds,
                              const MetricLabels& labels) {
  const MutexLock lock(mutex_);
  return find_or_make(histograms_, name, labels, [&] { return std::make_unique<Histogram>(bounds); });
}

std::string Metrics::text() const {
  const MutexLock lock(mutex_);
  std::string out;
  for (const auto& [name, family] : counters_) {
    append_head(out, name, family, "counter");
    for (const auto& [labels, metric] : family.by_labels) {
      append_sample(out, name, labels, metric->value());
    }
  }
  for (const auto& [name, family] : gauges_) {
    append_head(out, name, family, "gauge");
    for (const auto& [labels, metric] : family.by_labels) {
      append_sample(out, name, labels, metric->value());
    }
  }
  for (const auto& [name, family] : histograms_) {
    append_head(out, name, family, "histogram");
    for (const auto& [labels, metric] : family.by_labels) {
      append_histogram(out, name, labels, *metric);
    }
  }
  return out;
}

}  // namespace turnstream
