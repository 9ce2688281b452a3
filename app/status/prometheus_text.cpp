#include "app/status/prometheus_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "app/errors.h"

namespace turnstream::app {
namespace {

/// One line, read from the front. Each step is false where the text is not what it expects.
class SampleReader {
 public:
  explicit SampleReader(std::string_view line) : rest_(line) {}

  bool read(std::string& name, MetricSample& sample) {
    name = take_name(true);
    if (name.empty() || (skip("{") && !read_labels(sample.labels))) {
      return false;
    }
    return read_value(sample.value) && read_timestamp();
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  bool skip(std::string_view token) {
    skip_blanks();
    const bool found = rest_.substr(0, token.size()) == token;
    rest_.remove_prefix(found ? token.size() : 0);
    return found;
  }

  std::string take_name(bool is_metric) {
    skip_blanks();
    std::size_t size = 0;
    while (size < rest_.size()) {
      const char c = rest_[size];
      const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (is_metric && c == ':');
      if (!is_letter && !(size > 0 && c >= '0' && c <= '9')) {
        break;
      }
      ++size;
    }
    std::string name(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return name;
  }

  bool read_labels(LabelPairs& labels) {
    while (!skip("}")) {
      std::string name = take_name(false);
      std::string value;
      if (name.empty() || !skip("=") || !skip("\"") || !read_quoted(value)) {
        return false;
      }
      labels.emplace_back(std::move(name), std::move(value));
      skip_blanks();
      if (!skip(",") && rest_.substr(0, 1) != "}") {
        return false;
      }
    }
    return true;
  }

  bool read_quoted(std::string& out) {
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (c == '"') {
        rest_.remove_prefix(i + 1);
        return true;
      }
      if (c == '\\' && i + 1 < rest_.size()) {
        const char escaped = rest_[++i];
        out.push_back(escaped == 'n' ? '\n' : escaped);
      } else {
        out.push_back(c);
      }
    }
    return false;
  }

  bool read_value(double& value) {
    skip_blanks();
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t"));
    rest_.remove_prefix(word.size());
    if (word == "+Inf" || word == "-Inf" || word == "NaN") {
      constexpr double kInfinity = std::numeric_limits<double>::infinity();
      value = word == "NaN" ? std::numeric_limits<double>::quiet_NaN() : word == "+Inf" ? kInfinity : -kInfinity;
      return true;
    }
    const std::string_view digits = word.substr(0, 1) == "+" ? word.substr(1) : word;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return failure == std::errc() && end == digits.data() + digits.size();
  }

  bool read_timestamp() {
    double ignored = 0;
    skip_blanks();
    return rest_.empty() || (read_value(ignored) && rest_.find_first_not_of(" \t") == std::string_view::npos);
  }

  std::string_view rest_;
};

}  // namespace

std::string MetricSample::label(std::string_view name) const {
  for (const auto& [key, text] : labels) {
    if (key == name) {
      return text;
    }
  }
  return {};
}

bool MetricSample::has(const LabelPairs& wanted) const {
  return std::all_of(wanted.begin(), wanted.end(), [this](const auto& pair) {
    return std::find(labels.begin(), labels.end(), pair) != labels.end();
  });
}

Result<PrometheusText> PrometheusText::parse(std::string_view text) {
  PrometheusText parsed;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos || line[first] == '#') {
      continue;
    }
    std::string name;
    MetricSample sample;
    if (!SampleReader(line).read(name, sample)) {
      return error_of(error_codes::kBadMetrics, "line " + std::to_string(number) + " is no metric");
    }
    parsed.by_name_[name].push_back(std::move(sample));
  }
  return parsed;
}

const std::vector<MetricSample>& PrometheusText::all(const std::string& name) const {
  static const std::vector<MetricSample> kNone;
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? kNone : found->second;
}

std::optional<double> PrometheusText::value(const std::string& name, const LabelPairs& wanted) const {
  for (const MetricSample& sample : all(name)) {
    if (sample.has(wanted)) {
      return sample.value;
    }
  }
  return std::nullopt;
}

std::optional<double> PrometheusText::sum(const std::string& name, const LabelPairs& wanted) const {
  std::optional<double> total;
  for (const MetricSample& sample : all(name)) {
    if (sample.has(wanted)) {
      total = total.value_or(0) + sample.value;
    }
  }
  return total;
}

}  // namespace turnstream::app
