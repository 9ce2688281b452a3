#include "pipeline/base/shown_text.h"

#include <algorithm>
#include <array>

#include "pipeline/base/utf8.h"

namespace turnstream {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool is_plain_ascii(char c) {
  return c >= ' ' && c < 0x7f;
}

struct Range {
  char32_t first;
  char32_t last;
};
/// In order, without overlap. The header says why these, and why others are not here.
constexpr auto kEscaped = std::to_array<Range>({
    {0x0000, 0x001f},   {0x007f, 0x009f},    // control characters
    {0x034f, 0x034f},                        // combining grapheme joiner
    {0x061c, 0x061c},                        // Arabic letter mark
    {0x115f, 0x1160},                        // Hangul fillers
    {0x17b4, 0x17b5},                        // Khmer inherent vowels
    {0x180b, 0x180f},                        // Mongolian variation selectors, vowel separator
    {0x200b, 0x200b},   {0x200e, 0x200f},    // zero width space; marks of direction
    {0x2028, 0x202e},                        // line separators, embeddings and overrides
    {0x2060, 0x206f},                        // word joiner, invisible operators, isolates
    {0x3164, 0x3164},                        // Hangul filler
    {0xfdd0, 0xfdef},                        // noncharacters
    {0xfe00, 0xfe0d},                        // variation selectors, without those of emoji
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},    // byte order mark; halfwidth Hangul filler
    {0xfff0, 0xfffb},   {0xfffe, 0xffff},    // unassigned, interlinear annotation; noncharacters
    {0x13430, 0x1343f},                      // Egyptian format controls
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},  // shorthand and musical format controls
    {0xe0000, 0xe0fff},                      // tags, variation selectors supplement
});

bool is_escaped(char32_t c) {
  constexpr char32_t kInPlane = 0xffff;
  constexpr char32_t kLastTwo = 0xfffe;  // of each plane: noncharacters
  const auto* const range = std::upper_bound(kEscaped.begin(), kEscaped.end(), c,
                                             [](char32_t value, const Range& each) { return value <= each.last; });
  return (range != kEscaped.end() && c >= range->first) || (c & kInPlane) >= kLastTwo;
}

void append_unit(std::string& out, char32_t unit) {
  out.append("\\u");
  for (int shift = 12; shift >= 0; shift -= 4) {
    out.push_back(kDigits[unit >> shift & 0xfU]);
  }
}

/// As JSON has it: a character above U+FFFF becomes two escapes, a pair of surrogates.
void append_escape(std::string& out, char32_t c) {
  if (c > 0xffff) {
    append_unit(out, 0xd7c0 + (c >> 10));
    append_unit(out, 0xdc00 + (c & 0x3ff));
  } else {
    append_unit(out, c);
  }
}

void append_escape(std::string& out, std::string_view bytes) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out.append("\\x").push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xfU]);
  }
}

/// The length of the valid UTF-8 sequence that begins at `at`, which is not an ASCII byte; 0 if none begins there.
std::size_t sequence_at(std::string_view bytes, std::size_t at) {
  const CodePoint point = code_point_at(bytes, at);
  return point.size > 1 && !find_utf8_fault(bytes.substr(at, point.size)) ? point.size : 0;
}

std::string shown(std::string_view bytes, bool keeps_line_feeds) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t begin = at;
    while (at < bytes.size() && (is_plain_ascii(bytes[at]) || (keeps_line_feeds && bytes[at] == '\n'))) {
      ++at;
    }
    out.append(bytes.substr(begin, at - begin));
    if (at == bytes.size()) {
      break;
    }
    const bool is_ascii = static_cast<unsigned char>(bytes[at]) < 0x80;
    const std::size_t size = is_ascii ? 1 : sequence_at(bytes, at);
    if (size == 0) {
      append_escape(out, bytes.substr(at, 1));
    } else if (const char32_t c = code_point_at(bytes, at).value; is_escaped(c)) {
      append_escape(out, c);
    } else {
      out.append(bytes.substr(at, size));
    }
    at += std::max<std::size_t>(size, 1);
  }
  return out;
}

}  // namespace

std::string shown_text(std::string_view bytes) {
  return shown(bytes, false);
}

std::string shown_lines(std::string_view bytes) {
  return shown(bytes, true);
}

std::size_t unfinished_bytes(std::string_view bytes) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t count = 1; count < kLongest && count <= bytes.size(); ++count) {
    const auto byte = static_cast<unsigned char>(bytes[bytes.size() - count]);
    if (byte >= 0xc0) {
      const std::size_t size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > count ? count : 0;
    }
    if (byte < 0x80) {
      return 0;
    }
  }
  return 0;
}

}  // namespace turnstream
