#include "app/demo/page.h"

#include <array>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

constexpr const char* kBold = "\x1b[1m";
constexpr const char* kDim = "\x1b[2m";
constexpr const char* kPlain = "\x1b[0m";
constexpr std::size_t kShortId = 8;

std::size_t width_of(const std::string& text) {
  return count_code_points(text);
}

/// The text, cut at a number of columns. Unlike one_line() it keeps blanks at the beginning.
std::string cut(const std::string& text, std::size_t columns) {
  return width_of(text) <= columns ? text : std::string(first_code_points(text, columns - 1)) + "…";
}

}  // namespace

std::string short_time(const nlohmann::json& time) {
  static constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  if (!time.is_string()) {
    return "now";
  }
  const std::string text = time;
  const std::size_t month = static_cast<std::size_t>(std::stoi(text.substr(5, 2))) - 1;
  return std::to_string(std::stoi(text.substr(8, 2))) + " " + kMonths.at(month) + " " + text.substr(11, 5);
}

std::string short_id(const std::string& id) {
  return id.substr(0, kShortId);
}

void Page::styled(const char* style, const std::string& text) {
  if (terminal_ == nullptr) {
    out_ << text;
    return;
  }
  out_.flush();
  *terminal_ << style;
  out_ << text;
  out_.flush();
  *terminal_ << kPlain;
}

void Page::heading(const std::string& title, const std::string& rest) {
  styled(kBold, title);
  out_ << cut(rest.empty() ? "" : "  " + rest, kPageWidth - width_of(title)) << "\n";
}

void Page::line(const std::string& text, const std::string& place) {
  const std::string shown = cut(text, kPageWidth - width_of(place));
  out_ << shown;
  styled(kDim, cut(place, kPageWidth - width_of(shown)));
  out_ << "\n";
}

void Page::paragraph(const std::string& beginning, const std::string& text, int lines_max) {
  const std::string indent(width_of(beginning), ' ');
  std::string rest = text;
  for (int i = 0; i < lines_max && !rest.empty(); ++i) {
    const std::string& before = i == 0 ? beginning : indent;
    const std::size_t room = kPageWidth - indent.size();
    std::size_t end = width_of(rest) <= room ? rest.size() : first_code_points(rest, room + 1).rfind(' ');
    if (i + 1 == lines_max || end == std::string::npos) {
      end = rest.size();
    }
    line(before + rest.substr(0, end));
    rest.erase(0, end < rest.size() ? end + 1 : end);
  }
}

}  // namespace turnstream::app
