#include "pipeline/json/written_fields.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"

namespace turnstream::json {
namespace {

using ascii::kEveryByte;
using ascii::word_at;
using ascii::zero_bytes;

constexpr std::size_t kTextsExpected = 8;
constexpr std::size_t kUnicodeEscape = 6;  ///< the bytes of "\u001f"

/// What the letter behind a backslash stands for; 0 for another byte.
constexpr std::array<char, 256> kMeanings = [] {
  constexpr std::string_view kLetters = "\"\\bfnrt";
  constexpr std::string_view kStandFor = "\"\\\b\f\n\r\t";
  std::array<char, 256> meanings{};
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    meanings[static_cast<unsigned char>(kLetters[i])] = kStandFor[i];
  }
  return meanings;
}();

/// The character that the escape at the front stands for, as Writer writes it, and the size of the escape; 0 for another
/// one.
std::pair<char, std::size_t> escaped(std::string_view text) {
  if (text.size() < 2) {
    return {'\0', 0};
  }
  if (const char meaning = kMeanings[static_cast<unsigned char>(text[1])]; meaning != '\0') {
    return {meaning, 2};
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::size_t low = text.size() < kUnicodeEscape ? std::string_view::npos : kDigits.find(text[5]);
  if (low == std::string_view::npos || !text.substr(1).starts_with("u00") || (text[4] != '0' && text[4] != '1')) {
    return {'\0', 0};
  }
  return {static_cast<char>((text[4] - '0') * 16 + static_cast<int>(low)), kUnicodeEscape};
}

/// The place of the first quote or backslash; text.size() if there is none. Strings are short: eight bytes at once, without a call.
std::size_t find_end_or_escape(std::string_view text) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t word = word_at(text.data() + at);
    // The lowest bit is exact (base/ascii_bytes.h).
    if (const std::uint64_t found = zero_bytes(word ^ kEveryByte * '"') | zero_bytes(word ^ kEveryByte * '\\');
        found != 0) {
      return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
    }
  }
  while (at < text.size() && text[at] != '"' && text[at] != '\\') {
    ++at;
  }
  return at;
}

}  // namespace

void WrittenFields::Cursor::close_to(int outer) {
  for (; ok && depth > outer; --depth) {
    expect('}');
  }
}

bool WrittenFields::Cursor::is_next(std::string_view name) const {
  std::string_view text = rest;
  if (!is_first()) {
    if (!text.starts_with(',')) {
      return false;
    }
    text.remove_prefix(1);
  }
  return ok && text.size() > name.size() + 2 && text[0] == '"' && text.substr(1).starts_with(name) &&
         text[name.size() + 1] == '"' && text[name.size() + 2] == ':';
}

bool WrittenFields::Cursor::read_text(std::string& text) {
  text.clear();
  if (!expect('"')) {
    return false;
  }
  while (true) {
    const std::size_t end = find_end_or_escape(rest);
    if (end == rest.size()) {
      return ok = false;
    }
    if (rest[end] == '"') {
      text.append(rest.substr(0, end));
      rest.remove_prefix(end + 1);
      return true;
    }
    if (text.empty()) {
      text.reserve(std::min(rest.find('"', end), rest.size()));
    }
    const auto [c, size] = escaped(rest.substr(end));
    if (size == 0) {
      return ok = false;
    }
    text.append(rest.substr(0, end)).push_back(c);
    rest.remove_prefix(end + size);
  }
}

void WrittenFields::Cursor::skip_text() {
  expect('"');
  while (ok) {
    const std::size_t end = find_end_or_escape(rest);
    const bool escape = end != rest.size() && rest[end] == '\\';
    if (end == rest.size() || (escape && end + 1 == rest.size())) {
      ok = false;
      return;
    }
    rest.remove_prefix(end + (escape ? 2 : 1));
    if (!escape) {
      return;
    }
  }
}

std::string_view WrittenFields::Cursor::plain_text() {
  const std::size_t end = find_end_or_escape(rest);
  const std::string_view text = rest.substr(0, end);
  ok = ok && end != rest.size() && rest[end] == '"';
  rest.remove_prefix(ok ? end + 1 : 0);
  return text;
}

std::string_view WrittenFields::Cursor::token() {
  const auto end = std::find_if(rest.begin(), rest.end(), [](char c) { return c == ',' || c == '}' || c == ']'; });
  const std::string_view token = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(token.size());
  return token;
}

bool WrittenFields::member(std::string_view name) {
  cursor_.close_to(depth_);
  if (!cursor_.is_next(name)) {
    return cursor_.ok = false;
  }
  cursor_.rest.remove_prefix(name.size() + (cursor_.is_first() ? 3 : 4));
  return true;
}

std::string WrittenFields::text(std::string_view name) {
  std::string text;
  if (member(name)) {
    cursor_.read_text(text);
  }
  return text;
}

std::int64_t WrittenFields::integer(std::string_view name) {
  const auto number = member(name) ? read_number(cursor_.token()) : std::nullopt;
  cursor_.ok = cursor_.ok && number.has_value();
  return number.value_or(0);
}

std::int64_t WrittenFields::millionths(std::string_view name) {
  const auto number = member(name) ? parse_millionths(cursor_.token()) : std::nullopt;
  cursor_.ok = cursor_.ok && number.has_value();
  return number.value_or(0);
}

std::int64_t WrittenFields::time(std::string_view name) {
  const auto time = begin(name, '"') ? parse_time(cursor_.plain_text()) : std::nullopt;
  cursor_.ok = cursor_.ok && time.has_value();
  return time.value_or(0);
}

std::optional<std::int64_t> WrittenFields::time_or_null(std::string_view name) {
  if (!member(name)) {
    return std::nullopt;
  }
  if (!cursor_.take('"')) {
    cursor_.ok = cursor_.token() == "null";
    return std::nullopt;
  }
  const auto time = parse_time(cursor_.plain_text());
  cursor_.ok = cursor_.ok && time.has_value();
  return time;
}

bool WrittenFields::boolean(std::string_view name) {
  const std::string_view token = member(name) ? cursor_.token() : std::string_view();
  cursor_.ok = cursor_.ok && (token == "true" || token == "false");
  return token == "true";
}

std::vector<std::string> WrittenFields::texts(std::string_view name) {
  std::vector<std::string> texts;
  if (!begin(name, '[')) {
    return texts;
  }
  while (cursor_.ok && !cursor_.take(']')) {
    if (texts.empty()) {
      texts.reserve(kTextsExpected);
    }
    if (cursor_.separate()) {
      cursor_.read_text(texts.emplace_back());
    }
  }
  return texts;
}

void WrittenFields::skip(std::string_view name) {
  if (!member(name)) {
    return;
  }
  if (cursor_.rest.starts_with('"')) {
    cursor_.skip_text();
  } else if (cursor_.take('[')) {
    while (cursor_.ok && !cursor_.take(']')) {
      if (cursor_.separate()) {
        cursor_.skip_text();
      }
    }
  } else {
    cursor_.ok = !cursor_.token().empty();
  }
}

WrittenFields WrittenFields::object(std::string_view name) {
  if (begin(name, '{')) {
    ++cursor_.depth;
  }
  return {cursor_, depth_ + 1};
}

}  // namespace turnstream::json
