#pragma once
// PrometheusText: what a process says on /metrics, read back: samples by name, found by their labels. Reads the text
// format 0.0.4 whoever wrote it, and keeps neither help nor types. Threads: immutable once read.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::app {

using LabelPairs = std::vector<std::pair<std::string, std::string>>;

struct MetricSample {
  LabelPairs labels;  ///< in the order of the text
  double value = 0;

  /// Empty without that label.
  [[nodiscard]] std::string label(std::string_view name) const;
  /// True when each of `wanted` is among its labels.
  [[nodiscard]] bool has(const LabelPairs& wanted) const;
};

class PrometheusText {
 public:
  /// Errors: code "bad_metrics" with the first line that is none.
  static Result<PrometheusText> parse(std::string_view text);

  /// All of that name, in the order of the text.
  [[nodiscard]] const std::vector<MetricSample>& all(const std::string& name) const;
  /// The first with these labels.
  [[nodiscard]] std::optional<double> value(const std::string& name, const LabelPairs& wanted = {}) const;
  /// Of all with these labels; absent where there is none.
  [[nodiscard]] std::optional<double> sum(const std::string& name, const LabelPairs& wanted = {}) const;

 private:
  std::map<std::string, std::vector<MetricSample>> by_name_;
};

}  // namespace turnstream::app
