#include "pipeline/json/writer.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/plain_text.h"

namespace turnstream::json {
namespace {

using ascii::word_at;

char short_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return '\0';
  }
}

void append_escape(std::string& out, char c) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out.push_back('\\');
  if (const char letter = short_escape(c); letter != '\0') {
    out.push_back(letter);
    return;
  }
  const auto byte = static_cast<unsigned char>(c);
  out.append("u00");
  out.push_back(kDigits[byte >> 4]);
  out.push_back(kDigits[byte & 0xf]);
}

/// The first byte at or after `at` that must be escaped; text.size() if there is none.
std::size_t find_escaped(std::string_view text, std::size_t at) {
  constexpr std::size_t kSize = sizeof(std::uint64_t);
  for (; at + kSize <= text.size(); at += kSize) {
    if (const std::uint64_t found = bytes_to_escape(word_at(text.data() + at)); found != 0) {
      return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
    }
  }
  if (text.size() >= kSize && bytes_to_escape(word_at(text.data() + text.size() - kSize)) == 0) {
    return text.size();
  }
  if (text.size() - at >= sizeof(std::uint32_t) && is_plain_short(text.data() + at, text.size() - at)) {
    return text.size();
  }
  while (at < text.size() && !must_escape(text[at])) {
    ++at;
  }
  return at;
}

/// Texts of at most so many bytes are appended with their quotes at once.
constexpr std::size_t kShortText = 60;

/// Appends a comma if it is due, the text in quotes, and a colon behind a name. Returns false and appends nothing if the text
/// is not short, or has a byte to escape.
bool append_short(std::string& out, std::string_view text, bool comma, bool colon) {
  if (text.size() > kShortText) {
    return false;
  }
  std::array<char, kShortText + 4> buffer;
  std::size_t size = 0;
  buffer[size] = ',';
  size += comma ? 1 : 0;
  buffer[size++] = '"';
  if (!copy_plain(buffer.data() + size, text)) {
    return false;
  }
  size += text.size();
  buffer[size++] = '"';
  buffer[size] = ':';
  size += colon ? 1 : 0;
  out.append(buffer.data(), size);
  return true;
}

void append_escaped(std::string& out, std::string_view text) {
  out.push_back('"');
  std::size_t written = 0;
  for (std::size_t at = find_escaped(text, 0); at < text.size(); at = find_escaped(text, at)) {
    out.append(text.substr(written, at - written));
    append_escape(out, text[at]);
    written = ++at;
  }
  out.append(text.substr(written));
  out.push_back('"');
}

}  // namespace

void append_string(std::string& out, std::string_view text) {
  if (!append_short(out, text, false, false)) {
    append_escaped(out, text);
  }
}

/// Most values have a few hundred bytes: without room for them, a string is moved four times while it grows.
Writer::Writer(std::string& out) : out_(out) {
  constexpr std::size_t kRoomBytes = 480;
  if (out.capacity() - out.size() < kRoomBytes) {
    out.reserve(out.size() + kRoomBytes);
  }
}

void Writer::separate() {
  if (comma_due_) {
    out_.push_back(',');
  }
  comma_due_ = true;
}

Writer& Writer::open(char bracket) {
  separate();
  out_.push_back(bracket);
  comma_due_ = false;
  return *this;
}

Writer& Writer::close(char bracket) {
  out_.push_back(bracket);
  comma_due_ = true;
  return *this;
}

Writer& Writer::key(std::string_view name) {
  if (!append_short(out_, name, comma_due_, true)) {
    separate();
    append_escaped(out_, name);
    out_.push_back(':');
  }
  comma_due_ = false;
  return *this;
}

Writer& Writer::string(std::string_view text) {
  if (!append_short(out_, text, comma_due_, false)) {
    separate();
    append_escaped(out_, text);
  }
  comma_due_ = true;
  return *this;
}

Writer& Writer::integer(std::int64_t value) {
  separate();
  std::array<char, 24> digits{};
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  return *this;
}

Writer& Writer::millionths(std::int64_t value) {
  separate();
  append_millionths(out_, value);
  return *this;
}

Writer& Writer::time(std::int64_t time_ms) {
  separate();
  out_.push_back('"');
  append_time(out_, time_ms);
  out_.push_back('"');
  return *this;
}

Writer& Writer::boolean(bool value) {
  return raw(value ? "true" : "false");
}

Writer& Writer::null() {
  return raw("null");
}

Writer& Writer::raw(std::string_view json) {
  separate();
  out_.append(json);
  return *this;
}

}  // namespace turnstream::json
