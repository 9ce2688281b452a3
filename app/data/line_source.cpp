#include "app/data/line_source.h"

#include <algorithm>
#include <iterator>

#include "app/data/json_outline.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  return begin == std::string_view::npos ? std::string_view{}
                                         : text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// The end of the element that starts at `begin`: a comma or ] outside its strings and brackets, or the text's end. If
/// the element is not JSON, its end is arbitrary.
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

bool is_whole_object(std::string_view line) {
  const std::string_view text = trimmed(line);
  return !text.empty() && text.front() == '{' && text.back() == '}' &&
         JsonOutline().feed(text) == JsonOutline::State::kComplete;
}

/// Whether a line is a whole object and begins in the first column: it then is a turn, not a part of an open one.
bool begins_anew(std::string_view line) {
  return !line.empty() && line.front() == '{' && is_whole_object(line);
}

/// Whether a line after a broken turn counts as part of it (line_source.h).
bool looks_like_a_rest(std::string_view line) {
  constexpr std::string_view kFirst = " \t\r}]";
  return line.empty() || (kFirst.find(line.front()) != std::string_view::npos && !is_whole_object(line));
}

}  // namespace

std::optional<std::string_view> LineSource::next() {
  if (joined_bytes_max_ == 0) {
    return next_line();
  }
  if (!started_) {
    started_ = true;
    start();
  }
  return is_array_ ? next_element() : next_record();
}

void LineSource::start() {
  // Blank lines before the first turn count in number(), unless an array follows.
  while (in_.peek() == '\n' || in_.peek() == '\r' || in_.peek() == ' ') {
    lines_ += in_.get() == '\n' ? 1 : 0;
    ++position_;
  }
  is_array_ = in_.peek() == '[';
  if (is_array_) {
    text_.assign(std::istreambuf_iterator<char>(in_), {});
    position_ += text_.size();
    at_ = 1;
  }
}

bool LineSource::read_line(std::string& line) {
  if (!ahead_.empty()) {
    line = std::move(ahead_.front());
    ahead_.pop_front();
    return true;
  }
  if (!std::getline(in_, line)) {
    return false;
  }
  position_ += line.size() + 1;
  return true;
}

std::optional<std::string_view> LineSource::next_line() {
  while (read_line(text_)) {
    ++lines_;
    if (!text_.empty()) {
      number_ = lines_;
      return text_;
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> LineSource::next_record() {
  while (read_line(text_)) {
    ++lines_;
    const std::string_view line = trimmed(text_);
    if (line.empty()) {
      continue;
    }
    number_ = lines_;
    // A line that ends with } counts as a whole turn, without a check of its brackets.
    if (line.front() == '{' && line.back() != '}') {
      join();
    }
    return trimmed(text_);
  }
  return std::nullopt;
}

void LineSource::join() {
  JsonOutline outline;
  JsonOutline::State state = outline.feed(text_);
  if (state != JsonOutline::State::kOpen) {
    return;
  }
  std::deque<std::string> parts;
  std::size_t bytes = text_.size();
  std::uint64_t lines = 0;
  std::string line;
  while (state == JsonOutline::State::kOpen && read_line(line)) {
    if (begins_anew(line)) {
      ahead_.push_front(std::move(line));
      break;
    }
    ++lines;
    state = outline.feed(line);
    if (bytes <= joined_bytes_max_) {
      bytes += line.size() + 1;
      parts.push_back(std::move(line));
    }
  }
  if (state != JsonOutline::State::kComplete && bytes <= joined_bytes_max_) {
    ahead_.insert(ahead_.begin(), std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
    join_broken();
    return;
  }
  for (const std::string& part : parts) {
    text_.append("\n").append(part);
  }
  lines_ += lines;
}

void LineSource::join_broken() {
  std::string line;
  while (read_line(line)) {
    if (!looks_like_a_rest(line)) {
      ahead_.push_front(std::move(line));
      return;
    }
    ++lines_;
    if (text_.size() <= joined_bytes_max_) {
      text_.append("\n").append(line);
    }
  }
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
