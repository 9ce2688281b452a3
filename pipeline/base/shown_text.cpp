#include "pipeline/base/shown_text.h"

#include <algorithm>

#include "pipeline/base/utf8.h"

namespace turnstream {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

bool is_plain_ascii(char c) {
  return c >= ' ' && c < 0x7f;
}

bool is_escaped(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x61c || c == 0x200b || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb);
}

void append_escape(std::string& out, char32_t c) {
  out.append("\\u");
  for (int shift = 12; shift >= 0; shift -= 4) {
    out.push_back(kDigits[c >> shift & 0xfU]);
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
