#include "stages/episodic/json_text.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"

namespace turnstream::episodic {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

bool is_white_space_at(std::string_view json, std::size_t at) {
  return kWhiteSpace.find(json[at]) != std::string_view::npos;
}

/// The first quote or backslash at or after `at`; behind the text if there is none.
std::size_t find_mark(std::string_view json, std::size_t at) {
  constexpr std::uint64_t kQuotes = ascii::kEveryByte * '"';
  constexpr std::uint64_t kBackslashes = ascii::kEveryByte * '\\';
  for (; at + sizeof(std::uint64_t) <= json.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t word = ascii::word_at(json.data() + at);
    const std::uint64_t marks = ascii::zero_bytes(word ^ kQuotes) | ascii::zero_bytes(word ^ kBackslashes);
    if (marks != 0) {
      return at + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
    }
  }
  while (at < json.size() && json[at] != '"' && json[at] != '\\') {
    ++at;
  }
  return at;
}

/// The position after the string that begins at `at`.
std::size_t end_of_string(std::string_view json, std::size_t at) {
  at = find_mark(json, at + 1);
  while (at < json.size() && json[at] == '\\') {
    at = find_mark(json, at + 2);
  }
  return std::min(at + 1, json.size());
}

char32_t hex4(std::string_view json, std::size_t at) {
  char32_t value = 0;
  for (const char c : json.substr(at, 4)) {
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    value = value << 4 | static_cast<char32_t>(digit & 0xf);
  }
  return value;
}

/// Decodes the escape whose character after `\` is at `at` (b, f, n, r, t: a blank). Returns the position after it.
std::size_t append_escaped(std::string& out, std::string_view json, std::size_t at) {
  switch (json[at]) {
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      out.push_back(' ');
      return at + 1;
    case 'u':
      break;
    default:
      out.push_back(json[at]);
      return at + 1;
  }
  char32_t value = hex4(json, at + 1);
  at += 5;
  if (value >= 0xd800 && value < 0xdc00 && json.substr(at, 2) == "\\u") {
    value = 0x10000 + ((value - 0xd800) << 10) + (hex4(json, at + 2) - 0xdc00);
    at += 6;
  }
  append_code_point(out, value);
  return at;
}

void append_decoded(std::string& out, std::string_view quoted) {
  const std::string_view inner = quoted.substr(1, quoted.size() - 2);
  for (std::size_t at = 0; at < inner.size();) {
    const std::size_t escape = std::min(inner.find('\\', at), inner.size());
    out.append(inner.substr(at, escape - at));
    at = escape + 1 < inner.size() ? append_escaped(out, inner, escape + 1) : inner.size();
  }
}

}  // namespace

void append_compact(std::string& out, std::string_view json, std::size_t code_points_max) {
  // A code point has at most four bytes, so more bytes are never needed.
  const std::size_t bytes_max = code_points_max * 4;
  std::string compact;
  for (std::size_t at = 0; at < json.size() && compact.size() < bytes_max;) {
    if (json[at] == '"') {
      const std::size_t end = end_of_string(json, at);
      compact.append(json.substr(at, end - at));
      at = end;
    } else {
      if (!is_white_space_at(json, at)) {
        compact.push_back(json[at]);
      }
      ++at;
    }
  }
  out.append(first_code_points(compact, code_points_max));
}

std::string texts_in(std::string_view json, std::size_t bytes_max) {
  std::string texts;
  for (std::size_t at = 0; at < json.size() && texts.size() < bytes_max;) {
    if (json[at] != '"') {
      ++at;
      continue;
    }
    const std::size_t end = end_of_string(json, at);
    std::size_t next = end;
    while (next < json.size() && is_white_space_at(json, next)) {
      ++next;
    }
    if (next == json.size() || json[next] != ':') {
      append_decoded(texts, json.substr(at, end - at));
      texts.push_back('\n');
    }
    at = end;
  }
  return texts;
}

}  // namespace turnstream::episodic
