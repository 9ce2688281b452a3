#include "app/data/line_source.h"

#include <algorithm>
#include <iterator>

namespace turnstream::app {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Where the element that starts at `begin` ends: at a comma or bracket outside its strings and brackets. What is not
/// JSON ends somewhere too, and is refused by whoever parses it.
std::size_t element_end(std::string_view text, std::size_t begin) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      i += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (depth > 0 && (c == '}' || c == ']')) {
      --depth;
    } else if (depth == 0 && (c == ',' || c == ']')) {
      return i;
    }
  }
  return text.size();
}

}  // namespace

std::optional<std::string_view> LineSource::next() {
  if (!started_) {
    started_ = true;
    // Blank lines before the first turn count as lines.
    while (in_.peek() == '\n' || in_.peek() == '\r' || in_.peek() == ' ') {
      number_ += in_.get() == '\n' ? 1 : 0;
      ++position_;
    }
    is_array_ = in_.peek() == '[';
    if (is_array_) {
      text_.assign(std::istreambuf_iterator<char>(in_), {});
      position_ += text_.size();
      at_ = 1;
      number_ = 0;
    }
  }
  return is_array_ ? next_element() : next_line();
}

std::optional<std::string_view> LineSource::next_line() {
  while (std::getline(in_, text_)) {
    ++number_;
    position_ += text_.size() + 1;
    if (const std::string_view line = trimmed(text_); !line.empty()) {
      return line;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> LineSource::next_element() {
  while (at_ < text_.size() && !is_closed_) {
    const std::size_t end = element_end(text_, at_);
    const std::string_view element = trimmed(std::string_view(text_).substr(at_, end - at_));
    is_closed_ = end < text_.size() && text_[end] == ']';
    at_ = std::min(end + 1, text_.size());
    if (!element.empty()) {
      ++number_;
      return element;
    }
  }
  return next_leftover();
}

std::optional<std::string_view> LineSource::next_leftover() {
  const std::string_view left = is_closed_ ? trimmed(std::string_view(text_).substr(at_)) : "[";
  at_ = text_.size();
  is_closed_ = true;
  if (left.empty()) {
    return std::nullopt;
  }
  ++number_;
  return left;
}

}  // namespace turnstream::app
