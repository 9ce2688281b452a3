#include "app/data/json_outline.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
/// A valid turn has at most 64 levels. A bound limits how often lines such as `{"a":` are read again.
constexpr std::size_t kDepthMax = 256;

bool is_plain(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' || c == '.';
}

}  // namespace

JsonOutline::State JsonOutline::feed(std::string_view line) {
  for (std::size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) != std::string_view::npos;) {
    if (!take(line, at)) {
      return State::kBroken;
    }
  }
  return expect_ == Expect::kNothing ? State::kComplete : State::kOpen;
}

bool JsonOutline::take(std::string_view line, std::size_t& at) {
  const char c = line[at];
  if (c == '"') {
    return take_text(line, at);
  }
  return is_plain(c) ? take_plain(line, at) : take_mark(line[at++]);
}

bool JsonOutline::take_text(std::string_view line, std::size_t& at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    at += line[at] == '\\' ? 1 : 0;
  }
  if (at >= line.size()) {
    return false;
  }
  ++at;
  if (expect_ == Expect::kName || expect_ == Expect::kNameOrEnd) {
    expect_ = Expect::kColon;
    return true;
  }
  return wants_value() && value_ended();
}

bool JsonOutline::take_plain(std::string_view line, std::size_t& at) {
  while (at < line.size() && is_plain(line[at])) {
    ++at;
  }
  return wants_value() && value_ended();
}

bool JsonOutline::take_mark(char mark) {
  switch (mark) {
    case '{':
    case '[':
      return open(mark);
    case '}':
    case ']':
      return close(mark);
    case ':': {
      const bool fits = expect_ == Expect::kColon;
      expect_ = Expect::kValue;
      return fits;
    }
    case ',': {
      const bool fits = expect_ == Expect::kCommaOrEnd;
      expect_ = !open_.empty() && open_.back() == '{' ? Expect::kName : Expect::kValue;
      return fits;
    }
    default:
      return false;
  }
}

bool JsonOutline::open(char bracket) {
  const bool fits = wants_value() && open_.size() < kDepthMax;
  open_.push_back(bracket);
  expect_ = bracket == '{' ? Expect::kNameOrEnd : Expect::kValueOrEnd;
  return fits;
}

bool JsonOutline::close(char bracket) {
  const char opened = bracket == '}' ? '{' : '[';
  const Expect when_empty = bracket == '}' ? Expect::kNameOrEnd : Expect::kValueOrEnd;
  if (open_.empty() || open_.back() != opened || (expect_ != Expect::kCommaOrEnd && expect_ != when_empty)) {
    return false;
  }
  open_.pop_back();
  return value_ended();
}

bool JsonOutline::value_ended() {
  expect_ = open_.empty() ? Expect::kNothing : Expect::kCommaOrEnd;
  return true;
}

}  // namespace turnstream::app
