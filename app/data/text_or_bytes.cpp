#include "app/data/text_or_bytes.h"

#include <algorithm>
#include <array>

#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

/// A multiple of 3, so that the base64 of a piece has no padding.
constexpr std::size_t kPieceBytes = 3 << 14;

constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::array<int, 256> digit_values() {
  std::array<int, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < kDigits.size(); ++i) {
    values[static_cast<unsigned char>(kDigits[i])] = static_cast<int>(i);
  }
  return values;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  return !find_utf8_fault(bytes);
}

std::string to_base64(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    unsigned word = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      word = word << 8U | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out.push_back(j <= count ? kDigits[word >> (18 - 6 * j) & 63U] : '=');
    }
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  static const std::array<int, 256> kValues = digit_values();
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool is_last = i + 4 == text.size();
    std::size_t padding = 0;
    unsigned word = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const char c = text[i + j];
      const int value = kValues[static_cast<unsigned char>(c)];
      if (c == '=' && is_last && j >= 2) {
        ++padding;
      } else if (value < 0 || padding > 0) {
        return std::nullopt;
      }
      word = word << 6U | (value < 0 ? 0U : static_cast<unsigned>(value));
    }
    for (std::size_t j = 0; j + padding < 3; ++j) {
      out.push_back(static_cast<char>(word >> (16 - 8 * j) & 0xFFU));
    }
  }
  return out;
}

void append_json_bytes(std::string& out, std::optional<std::string_view> bytes) {
  if (!bytes) {
    out.append("null");
  } else if (is_utf8(*bytes)) {
    json::append_string(out, *bytes);
  } else {
    out.append("{\"base64\":\"").append(to_base64(*bytes)).append("\"}");
  }
}

void write_json_bytes(std::ostream& out, std::optional<std::string_view> bytes) {
  std::string piece;
  if (!bytes || bytes->size() <= kPieceBytes) {
    append_json_bytes(piece, bytes);
    out << piece;
    return;
  }
  const bool is_text = is_utf8(*bytes);
  out << (is_text ? "\"" : "{\"base64\":\"");
  while (!bytes->empty()) {
    std::size_t size = std::min(kPieceBytes, bytes->size());
    while (is_text && size < bytes->size() && (static_cast<unsigned char>((*bytes)[size]) & 0xC0U) == 0x80U) {
      --size;  // not within a character
    }
    const std::string_view part = bytes->substr(0, size);
    piece.clear();
    if (is_text) {
      json::append_string(piece, part);
      out << std::string_view(piece).substr(1, piece.size() - 2);
    } else {
      out << to_base64(part);
    }
    bytes->remove_prefix(size);
  }
  out << (is_text ? "\"" : "\"}");
}

}  // namespace turnstream::app
