#include "pipeline/json/written_fields.h"

#include <algorithm>
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

/// The character that the escape at the front stands for, as Writer writes it, and the size of the escape; 0 for another
/// one.
std::pair<char, std::size_t> escaped(std::string_view text) {
  constexpr std::string_view kLetters = "\"\\bfnrt";
  constexpr std::string_view kMeanings = "\"\\\b\f\n\r\t";
  if (text.size() < 2) {
    return {'\0', 0};
  }
  if (const std::size_t letter = kLetters.find(text[1]); letter != std::string_view::npos) {
    return {kMeanings[letter], 2};
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
    if ((zero_bytes(word ^ kEveryByte * '"') | zero_bytes(word ^ kEveryByte * '\\')) != 0) {
      break;
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
  const std::size_t end = find_end_or_escape(rest);
  if (end == rest.size()) {
    return ok = false;
  }
  if (rest[end] == '\\') {
    const std::size_t quote = rest.find('"', end);
    ok = quote != std::string_view::npos && unescape(text, quote);
    return ok;
  }
  text.assign(rest.substr(0, end));
  rest.remove_prefix(end + 1);
  return true;
}

/// `end`: of the first quote. It is searched for again only behind one that is escaped, so that the time is linear.
bool WrittenFields::Cursor::unescape(std::string& text, std::size_t end) {
  text.reserve(end);
  while (true) {
    const std::size_t escape = rest.substr(0, end).find('\\');
    if (escape == std::string_view::npos) {
      text.append(rest.substr(0, end));
      rest.remove_prefix(end + 1);
      return true;
    }
    const auto [c, size] = escaped(rest.substr(escape));
    if (size == 0) {
      return ok = false;
    }
    text.append(rest.substr(0, escape)).push_back(c);
    rest.remove_prefix(escape + size);
    end = end < escape + size ? rest.find('"') : end - escape - size;
    if (end == std::string_view::npos) {
      return ok = false;
    }
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
