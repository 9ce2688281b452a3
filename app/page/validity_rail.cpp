#include "app/page/validity_rail.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/explain/json_text.h"
#include "app/page/page_frame.h"
#include "pipeline/base/time_format.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kWidth = 1'000;      ///< of the rail, in units of the drawing
constexpr std::int64_t kOpenEnd = 120;      ///< how much of it is kept for what still holds
constexpr std::int64_t kNarrowest = 12;     ///< so that a short interval can be seen
constexpr std::size_t kIntervalsShown = 4;  ///< in words, the newest ones

struct Interval {
  std::int64_t from = 0;
  std::optional<std::int64_t> to;
};

std::vector<Interval> intervals_of(const Json& validity) {
  std::vector<Interval> intervals;
  for (const Json& window : validity) {
    if (const auto from = parse_time(text_in(window, "from"))) {
      intervals.push_back({*from, parse_time(text_in(window, "to"))});
    }
  }
  return intervals;
}

/// Where times are on the rail: the first is at its left end, the last at its right end, or before the open end.
class Scale {
 public:
  explicit Scale(const std::vector<Interval>& intervals) : first_(intervals.front().from), last_(first_) {
    for (const Interval& interval : intervals) {
      first_ = std::min(first_, interval.from);
      last_ = std::max({last_, interval.from, interval.to.value_or(interval.from)});
      is_open_ = is_open_ || !interval.to;
    }
  }

  [[nodiscard]] std::int64_t place(std::int64_t time) const {
    const std::int64_t width = is_open_ ? kWidth - kOpenEnd : kWidth;
    const double share = last_ > first_ ? static_cast<double>(time - first_) / static_cast<double>(last_ - first_) : 0;
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(share * static_cast<double>(width)), 0, width);
  }

 private:
  std::int64_t first_;
  std::int64_t last_;
  bool is_open_ = false;
};

void write_drawing(Html& html, const std::vector<Interval>& intervals) {
  const Scale scale(intervals);
  html.open("svg", {{"class", "rail"},
                    {"viewBox", "0 0 " + std::to_string(kWidth) + " 10"},
                    {"preserveAspectRatio", "none"},
                    {"aria-hidden", "true"},
                    {"focusable", "false"}});
  html.element("rect", "", {{"class", "rail-line"}, {"y", "4"}, {"width", std::to_string(kWidth)}, {"height", "2"}});
  for (const Interval& interval : intervals) {
    const std::int64_t from = std::min(scale.place(interval.from), kWidth - kNarrowest);
    const std::int64_t to = std::max(interval.to ? scale.place(*interval.to) : kWidth, from + kNarrowest);
    html.element("rect", "",
                 {{"class", interval.to ? "rail-past" : "rail-now"},
                  {"x", std::to_string(from)},
                  {"y", "1"},
                  {"width", std::to_string(to - from)},
                  {"height", "8"}});
  }
  html.close();
}

void write_words(Html& html, const Json& window) {
  const std::string to = text_in(window, "to");
  html.text(to.empty() ? "since " : "from ");
  write_time(html, text_in(window, "from"));
  if (!to.empty()) {
    html.text(" until ");
    write_time(html, to);
  }
}

}  // namespace

void write_validity(Html& html, const Json& validity) {
  const std::vector<Interval> intervals = intervals_of(validity);
  if (intervals.empty()) {
    return;
  }
  html.open("div", {{"class", "validity"}});
  write_drawing(html, intervals);
  html.open("p").text(intervals.size() == 1 && !intervals.back().to ? "It has held " : "It held ");
  const std::size_t first = validity.size() > kIntervalsShown ? validity.size() - kIntervalsShown : 0;
  if (first > 0) {
    html.text("in " + std::to_string(first) + " earlier intervals, then ");
  }
  for (std::size_t i = first; i < validity.size(); ++i) {
    html.text(i > first ? ", then " : "");
    write_words(html, validity[i]);
  }
  html.text(intervals.back().to ? "; it no longer holds." : ".").close().close();
}

}  // namespace turnstream::app
