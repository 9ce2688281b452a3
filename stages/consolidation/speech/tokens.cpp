#include "stages/consolidation/speech/tokens.h"

#include <algorithm>
#include <array>

#include "pipeline/base/utf8.h"
#include "stages/common/notes/word_classes.h"
#include "stages/common/notes/words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kTokensMax = 96;
constexpr std::string_view kSigns = ".,!?;:[";

constexpr std::array<bool, 256> make_run_bytes() {
  std::array<bool, 256> bytes{};
  for (char32_t c = 0; c < 0x80; ++c) {
    bytes[c] = c == U'\'' || notes::is_word_part_of_ascii(c);
  }
  return bytes;
}

/// ASCII that stands in a word, behind its first letter.
constexpr std::array<bool, 256> kRunBytes = make_run_bytes();

std::size_t end_of_run(std::string_view unit, std::size_t at) {
  while (at < unit.size() && kRunBytes[static_cast<unsigned char>(unit[at])]) {
    ++at;
  }
  return at;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view unit) {
  std::vector<Token> tokens;
  tokens.reserve(std::min(unit.size() / 4 + 4, kTokensMax));
  bool inside = false;
  for (std::size_t at = 0; at < unit.size() && tokens.size() < kTokensMax;) {
    if (const std::size_t end = inside || unit[at] != '\'' ? end_of_run(unit, at) : at; end > at) {
      if (!inside) {
        tokens.push_back({{}, false, unit[at] >= 'A' && unit[at] <= 'Z'});
      }
      append_to_lower(tokens.back().text, unit.substr(at, end - at));
      inside = true;
      at = end;
      continue;
    }
    const CodePoint point = code_point_at(unit, at);
    at += point.size;
    const bool apostrophe = inside && (point.value == U'\'' || point.value == U'’');
    if (apostrophe || notes::is_word_part(point.value)) {
      const char32_t lower = apostrophe ? U'\'' : to_lower(point.value);
      if (!inside) {
        tokens.push_back({{}, false, lower != point.value});
      }
      append_code_point(tokens.back().text, lower);
      inside = true;
    } else {
      inside = false;
      if (point.value < 0x80 && kSigns.find(static_cast<char>(point.value)) != std::string_view::npos) {
        tokens.push_back({std::string(1, static_cast<char>(point.value)), true, false});
      }
    }
  }
  for (Token& token : tokens) {
    token.classes = token.sign ? 0 : notes::classes_of(token.text);
  }
  return tokens;
}

}  // namespace turnstream::consolidation
