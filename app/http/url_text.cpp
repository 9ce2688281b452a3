#include "app/http/url_text.h"

#include <algorithm>

#include "app/http/problem.h"
#include "pipeline/base/hex.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

HttpAnswer refused(const std::string& where, const std::string& why) {
  return problem(400, "The " + where + " " + why);
}

/// `where` names the text in a refusal.
std::optional<HttpAnswer> decode(std::string_view text, const std::string& where, std::string& decoded) {
  decoded.clear();
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      decoded += text[at];
      continue;
    }
    const auto high = at + 2 < text.size() ? hex_digit_value(text[at + 1]) : std::nullopt;
    const auto low = at + 2 < text.size() ? hex_digit_value(text[at + 2]) : std::nullopt;
    if (!high || !low) {
      return refused(where, "has a % without two hexadecimal digits after it. Send the character % as %25.");
    }
    decoded += static_cast<char>(*high * 16 + *low);
    at += 2;
  }
  if (decoded.find('\0') != std::string::npos) {
    return refused(where, "contains a NUL byte (%00).");
  }
  if (find_utf8_fault(decoded)) {
    return refused(where, "is not valid UTF-8 when its %-escapes are decoded.");
  }
  return std::nullopt;
}

}  // namespace

std::optional<HttpAnswer> decode_segment(std::string_view text, std::string& decoded) {
  return decode(text, "path", decoded);
}

std::optional<HttpAnswer> decode_query(std::string_view text, HttpQuery& fields) {
  std::string blanks(text);
  std::replace(blanks.begin(), blanks.end(), '+', ' ');
  text = blanks;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('&'));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    if (part.empty()) {
      continue;
    }
    const std::size_t equals = std::min(part.find('='), part.size());
    QueryField field;
    std::optional<HttpAnswer> refusal = decode(part.substr(0, equals), "query", field.name);
    if (!refusal) {
      refusal = decode(part.substr(std::min(equals + 1, part.size())), "query", field.value);
    }
    if (refusal) {
      return refusal;
    }
    fields.push_back(std::move(field));
  }
  return std::nullopt;
}

std::string url_escaped(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
  std::string escaped;
  for (const char c : text) {
    if (kPlain.find(c) != std::string_view::npos) {
      escaped.push_back(c);
    } else {
      append_escape(escaped, c);
    }
  }
  return escaped;
}

void append_escape(std::string& out, char byte) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  out.append({'%', kHex[value >> 4U], kHex[value & 15U]});
}

}  // namespace turnstream::app
