#include "pipeline/base/metrics.h"

#include <algorithm>
#include <prometheus/text_serializer.h>

namespace turnstream {

Counter& Metrics::counter(const MetricName& name, const MetricLabels& labels) {
  return prometheus::BuildCounter().Name(name.name).Help(name.help).Register(registry_).Add(labels);
}

Gauge& Metrics::gauge(const MetricName& name, const MetricLabels& labels) {
  return prometheus::BuildGauge().Name(name.name).Help(name.help).Register(registry_).Add(labels);
}

Histogram& Metrics::histogram(const MetricName& name, const std::vector<double>& bounds, const MetricLabels& labels) {
  return prometheus::BuildHistogram().Name(name.name).Help(name.help).Register(registry_).Add(labels, bounds);
}

std::vector<prometheus::ClientMetric> Metrics::find(const std::string& name, const MetricLabels& labels) const {
  std::vector<prometheus::ClientMetric> found;
  for (prometheus::MetricFamily& family : registry_.Collect()) {
    for (prometheus::ClientMetric& metric : family.metric) {
      const auto has = [&](const auto& wanted) {
        return std::any_of(metric.label.begin(), metric.label.end(), [&](const auto& label) {
          return label.name == wanted.first && label.value == wanted.second;
        });
      };
      if (family.name == name && std::all_of(labels.begin(), labels.end(), has)) {
        found.push_back(std::move(metric));
      }
    }
  }
  return found;
}

std::string Metrics::text() const {
  return prometheus::TextSerializer().Serialize(registry_.Collect());
}

}  // namespace turnstream
