#include "pipeline/base/utf8.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/unicode_tables.h"

namespace turnstream {
namespace {

using ascii::ascii_lower;
using ascii::end_of_ascii;
using ascii::end_of_run;
using ascii::is_ascii_white_space;
using ascii::is_ascii_word;
using ascii::is_of;
using ascii::kAscii;
using ascii::kEveryByte;
using ascii::kHighBits;
using ascii::kWord;
using ascii::lower_word;
using ascii::word_at;

/// What code_point_at() returns where it cannot decode a code point: U+FFFD, which has no lower case and is not white
/// space, with a length of one byte.
constexpr CodePoint kInvalid{0xfffd, 1};

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// Precondition: lead >= 0x80.
std::size_t size_by_lead(unsigned char lead) {
  if (lead >= 0xf0) {
    return 4;
  }
  return lead >= 0xe0 ? 3 : 2;
}

/// Makes letters of ASCII small, up to the first byte beyond ASCII. Returns where that is; `size` if there is none.
std::size_t lower_ascii(char* text, std::size_t size) {
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t)) {
    const std::uint64_t word = word_at(text + at);
    if ((word & kHighBits) != 0) {
      break;
    }
    const std::uint64_t lower = lower_word(word);
    std::memcpy(text + at, &lower, sizeof lower);
  }
  for (; at < size && is_of(kAscii, text[at]); ++at) {
    text[at] = ascii_lower(text[at]);
  }
  return at;
}

/// Appends the text from `at` on in lower case.
void append_lower_from(std::string& out, std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const CodePoint point = code_point_at(text, at);
    const char32_t lower = to_lower(point.value);
    if (lower == point.value) {
      out.append(text.substr(at, point.size));
    } else {
      append_code_point(out, lower);
    }
    at += point.size;
    if (const std::size_t end = end_of_ascii(text, at); end > at) {
      out.append(text.substr(at, end - at));
      lower_ascii(out.data() + out.size() - (end - at), end - at);
      at = end;
    }
  }
}

}  // namespace

std::size_t count_code_points(std::string_view text) {
  std::size_t continuations = 0;
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t word = word_at(text.data() + at);
    const std::uint64_t found = (word & ~(word << 1) & kHighBits) >> 7;
    continuations += found * kEveryByte >> 56;
  }
  text.remove_prefix(at);
  continuations += static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
  return at + text.size() - continuations;
}

std::string_view first_code_points(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) {
    return text;
  }
  // As many bytes of ASCII are as many code points.
  const std::size_t ascii = end_of_ascii(text.substr(0, limit), 0);
  std::size_t at = ascii;
  for (std::size_t seen = ascii; at < text.size(); ++at) {
    if (!is_continuation(text[at]) && seen++ == limit) {
      break;
    }
  }
  return text.substr(0, at);
}

CodePoint code_point_beyond_ascii_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t size = size_by_lead(lead);
  if (lead < 0xc0 || at + size > text.size()) {
    return kInvalid;
  }
  auto value = static_cast<char32_t>(lead & (0xff >> (size + 1)));
  for (std::size_t i = at + 1; i < at + size; ++i) {
    if (!is_continuation(text[i])) {
      return kInvalid;
    }
    value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  return {value, size};
}

void append_code_point(std::string& out, char32_t code_point) {
  const auto push = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    push(code_point);
  } else if (code_point < 0x800) {
    push(0xc0 | code_point >> 6);
    push(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    push(0xe0 | code_point >> 12);
    push(0x80 | (code_point >> 6 & 0x3f));
    push(0x80 | (code_point & 0x3f));
  } else {
    push(0xf0 | code_point >> 18);
    push(0x80 | (code_point >> 12 & 0x3f));
    push(0x80 | (code_point >> 6 & 0x3f));
    push(0x80 | (code_point & 0x3f));
  }
}

std::optional<std::size_t> find_utf8_fault(std::string_view bytes) {
  std::string again;
  for (std::size_t at = end_of_ascii(bytes, 0); at < bytes.size(); at = end_of_ascii(bytes, at)) {
    const CodePoint point = code_point_at(bytes, at);
    again.clear();
    append_code_point(again, point.value);
    const bool is_surrogate = point.value >= 0xd800 && point.value < 0xe000;
    // If re-encoding gives other bytes, the input was not valid UTF-8 (for example an overlong form).
    if (is_surrogate || point.value > 0x10ffff || bytes.substr(at, point.size) != again) {
      return at;
    }
    at += point.size;
  }
  return std::nullopt;
}

std::string shown_as_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (const auto fault = find_utf8_fault(bytes)) {
    out.append(bytes.substr(0, *fault));
    append_code_point(out, 0xfffd);
    bytes.remove_prefix(*fault + 1);
  }
  return out.append(bytes);
}

char32_t to_lower_beyond_ascii(char32_t code_point) {
  const auto* range = std::upper_bound(std::begin(kLowerRanges), std::end(kLowerRanges), code_point,
                                       [](char32_t value, const LowerRange& r) { return value < r.first; });
  if (range == std::begin(kLowerRanges)) {
    return code_point;
  }
  --range;
  if (code_point > range->last || (code_point - range->first) % range->step != 0) {
    return code_point;
  }
  return static_cast<char32_t>(static_cast<std::int32_t>(code_point) + range->delta);
}

bool is_white_space(char32_t c) {
  if (c < 0x80) {
    return is_ascii_white_space(c);
  }
  return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
         c == 0x202f || c == 0x205f || c == 0x3000;
}

bool is_word_character(char32_t c) {
  if (c < 0x80) {
    return is_ascii_word(c);
  }
  const auto* range = std::upper_bound(std::begin(kWordRanges), std::end(kWordRanges), c,
                                       [](char32_t value, const WordRange& r) { return value < r.first; });
  return range != std::begin(kWordRanges) && c <= (range - 1)->last;
}

std::string_view next_word(std::string_view text, std::size_t& at) {
  while (at < text.size()) {
    if (is_of(kAscii, text[at])) {
      if (is_of(kWord, text[at])) {
        break;
      }
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    if (is_word_character(point.value)) {
      break;
    }
    at += point.size;
  }
  const std::size_t begin = at;
  while (at < text.size()) {
    at = end_of_run(text, at, kWord);
    if (at == text.size() || is_of(kAscii, text[at])) {
      break;
    }
    const CodePoint point = code_point_at(text, at);
    if (!is_word_character(point.value)) {
      break;
    }
    at += point.size;
  }
  return text.substr(begin, at - begin);
}

void append_to_lower(std::string& out, std::string_view text) {
  const std::size_t begin = out.size();
  out.append(text);
  if (const std::size_t end = lower_ascii(out.data() + begin, text.size()); end < text.size()) {
    out.resize(begin + end);
    append_lower_from(out, text, end);
  }
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  if (const std::size_t end = lower_ascii(out.data(), out.size()); end < text.size()) {
    out.resize(end);
    append_lower_from(out, text, end);
  }
  return out;
}

}  // namespace turnstream
