#include "recall/answers/prompt.h"

#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kLineCodePoints = 600;
constexpr std::size_t kMinuteCharacters = 16;  ///< of "2026-01-01T10:00"

bool ends_with_words(std::string_view text, std::string_view words) {
  return text.ends_with(words) && (text.size() == words.size() || text[text.size() - words.size() - 1] == ' ');
}

/// Whether some program shows or obeys it as the end of a line or as a command.
bool is_control(char32_t c) {
  constexpr char32_t kDelete = 0x7f;
  constexpr char32_t kControlsEnd = 0xa0;
  constexpr char32_t kLineSeparator = 0x2028;
  constexpr char32_t kParagraphSeparator = 0x2029;
  return c < U' ' || (c >= kDelete && c < kControlsEnd) || c == kLineSeparator || c == kParagraphSeparator;
}

}  // namespace

bool Prompt::add(const std::string& id, const std::string& said) {
  const std::string plain = normalise(said);
  const auto says_it = [&](const std::string& other) {
    return ends_with_words(other, plain) || ends_with_words(plain, other);
  };
  if (ids_.count(id) > 0 || std::any_of(said_.begin(), said_.end(), says_it)) {
    return false;
  }
  if (!add_line(said + " [" + id + "]")) {
    return false;
  }
  ids_.insert(id);
  order_.push_back(id);
  said_.push_back(plain);
  return true;
}

bool Prompt::add_line(const std::string& said) {
  std::string line = name_.empty() ? "" : (text_.empty() ? "" : "\n") + name_ + ":\n";
  line += "- " + said + "\n";
  const std::size_t size = count_code_points(line);
  if (size > share_) {
    return false;
  }
  text_ += line;
  left_ -= size;
  share_ -= size;
  name_.clear();
  return true;
}

std::string one_line(std::string_view text) {
  std::string line;
  const std::string_view first = first_code_points(text, kLineCodePoints);
  for (std::size_t at = 0; at < first.size();) {
    const CodePoint point = code_point_at(first, at);
    line += is_control(point.value) ? " " : first.substr(at, point.size);
    at += point.size;
  }
  return line;
}

std::string minute_of(EventTime time) {
  std::string text = format_time(time.value()).substr(0, kMinuteCharacters);
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

}  // namespace turnstream::recall
