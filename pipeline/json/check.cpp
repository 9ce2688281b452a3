#include "pipeline/json/check.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace turnstream::json {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A cursor over the text. If document() returns false, fault() says where the fault is and what was expected there.
class Checker {
 public:
  explicit Checker(std::string_view text) : text_(text) {}

  bool document();
  [[nodiscard]] SyntaxFault fault() const { return {at_, expected_}; }
  [[nodiscard]] std::size_t depth() const { return depth_; }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool fail(std::string_view expected) {
    expected_ = expected;
    return false;
  }
  bool take(char c) {
    const bool there = at_ < text_.size() && text_[at_] == c;
    at_ += there ? 1 : 0;
    return there;
  }
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
  }
  bool literal(std::string_view word);
  bool digits();
  bool number();
  bool hex4(std::uint32_t& code);
  bool escape();
  bool string();
  bool scalar();
  bool key();
  bool after_value();

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view expected_;
  std::vector<bool> in_object_;
  std::size_t depth_ = 0;
};

bool Checker::literal(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) {
    return fail("a value");
  }
  at_ += word.size();
  return true;
}

bool Checker::digits() {
  if (!is_digit(peek())) {
    return fail("a digit");
  }
  while (is_digit(peek())) {
    ++at_;
  }
  return true;
}

bool Checker::number() {
  take('-');
  if (!take('0') && !digits()) {
    return false;
  }
  if (take('.') && !digits()) {
    return false;
  }
  if (take('e') || take('E')) {
    if (!take('+')) {
      take('-');
    }
    return digits();
  }
  return true;
}

bool Checker::hex4(std::uint32_t& code) {
  code = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = peek();
    const auto lower = static_cast<char>(c | 0x20);
    if (is_digit(c)) {
      code = code * 16 + static_cast<std::uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      code = code * 16 + static_cast<std::uint32_t>(lower - 'a') + 10;
    } else {
      return fail("an escape of four hexadecimal digits");
    }
    ++at_;
  }
  return true;
}

bool Checker::escape() {
  if (!take('u')) {
    if (at_ >= text_.size() || std::string_view("\"\\/bfnrt").find(text_[at_]) == std::string_view::npos) {
      return fail("an escape of JSON");
    }
    ++at_;
    return true;
  }
  constexpr std::string_view kWholePair = "a whole surrogate pair";
  const std::size_t start = at_;
  std::uint32_t code = 0;
  if (!hex4(code)) {
    return false;
  }
  if (code < 0xD800 || code > 0xDFFF) {
    return true;
  }
  std::uint32_t low = 0;
  if (code <= 0xDBFF && take('\\') && take('u')) {
    if (!hex4(low)) {
      return false;
    }
    if (low >= 0xDC00 && low <= 0xDFFF) {
      return true;
    }
  }
  at_ = start;
  return fail(kWholePair);
}

bool Checker::string() {
  if (!take('"')) {
    return fail("a string");
  }
  while (at_ < text_.size()) {
    if (take('"')) {
      return true;
    }
    if (static_cast<unsigned char>(text_[at_]) < 0x20) {
      return fail("an escape instead of a raw control character");
    }
    if (text_[at_++] == '\\' && !escape()) {
      return false;
    }
  }
  return fail("the closing quote of a string");
}

bool Checker::scalar() {
  switch (peek()) {
    case '"':
      return string();
    case 't':
      return literal("true");
    case 'f':
      return literal("false");
    case 'n':
      return literal("null");
    default:
      return peek() == '-' || is_digit(peek()) ? number() : fail("a value");
  }
}

bool Checker::key() {
  skip_space();
  if (peek() != '"') {
    return fail("a member's name in quotes");
  }
  if (!string()) {
    return false;
  }
  skip_space();
  return take(':') || fail("a colon");
}

/// Moves over closing brackets to the end of the text, or to a comma and over it; in an object also over the next name
/// and its colon.
bool Checker::after_value() {
  while (!in_object_.empty()) {
    skip_space();
    if (take(',')) {
      return !in_object_.back() || key();
    }
    if (!take(in_object_.back() ? '}' : ']')) {
      return fail(in_object_.back() ? "a comma or a closing brace" : "a comma or a closing bracket");
    }
    in_object_.pop_back();
  }
  skip_space();
  return at_ == text_.size() || fail("the end of the text");
}

bool Checker::document() {
  do {
    skip_space();
    const char open = peek();
    if (open == '{' || open == '[') {
      ++at_;
      skip_space();
      in_object_.push_back(open == '{');
      depth_ = std::max(depth_, in_object_.size());
      if (peek() != (open == '{' ? '}' : ']')) {
        if (open == '{' && !key()) {
          return false;
        }
        continue;
      }
    } else if (!scalar()) {
      return false;
    }
    if (!after_value()) {
      return false;
    }
  } while (!in_object_.empty());
  return true;
}

}  // namespace

SyntaxReport inspect(std::string_view text) {
  Checker checker(text);
  SyntaxReport report;
  if (!checker.document()) {
    report.fault = checker.fault();
  }
  report.depth = checker.depth();
  const std::size_t start = text.find_first_not_of(" \t\n\r");
  report.is_object = start != std::string_view::npos && text[start] == '{';
  return report;
}

Error too_deep(std::size_t depth, std::size_t depth_max) {
  return make_error(error_codes::kTooDeep, Reaction::kDeadLetter,
                    "The record nests " + std::to_string(depth) + " objects and arrays, but at most " +
                        std::to_string(depth_max) + " are accepted; send it flatter.",
                    {}, "maximum depth " + std::to_string(depth_max));
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace turnstream::json
