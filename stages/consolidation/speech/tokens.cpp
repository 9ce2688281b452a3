#include "stages/consolidation/speech/tokens.h"

#include <algorithm>
#include <array>
#include <string>

#include "pipeline/base/utf8.h"
#include "stages/common/notes/word_classes.h"
#include "stages/common/notes/words.h"
#include "stages/consolidation/speech/word_table.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kContentBytesMin = 3;

/// What a byte of ASCII is in a word, behind its first letter: itself, in lower case; 0 if it ends the word.
constexpr std::array<char, 256> make_word_bytes() {
  std::array<char, 256> bytes{};
  for (char32_t c = 0; c < 0x80; ++c) {
    const bool capital = c >= U'A' && c <= U'Z';
    const bool inside = c == U'\'' || notes::is_word_part_of_ascii(c);
    bytes[c] = inside ? static_cast<char>(capital ? c + (U'a' - U'A') : c) : '\0';
  }
  return bytes;
}

constexpr std::array<char, 256> kWordBytes = make_word_bytes();

constexpr std::array<bool, 128> kIsSign = [] {
  std::array<bool, 128> signs{};
  for (const char c : std::string_view(".,!?;:[")) {
    signs[static_cast<std::size_t>(c)] = true;
  }
  return signs;
}();

char word_byte(char c) {
  return kWordBytes[static_cast<unsigned char>(c)];
}

/// The letters, whose lists are looked up when the word is complete.
words::Word word_of(const char* begin, const char* end) {
  return {{begin, static_cast<std::size_t>(end - begin)}, {}};
}

}  // namespace

words::Word without_s(const words::Word& word) {
  if (!word.ends_with("'s")) {
    return word;
  }
  const std::string_view rest = word.substr(0, word.size() - 2);
  return {rest, words::lists_of(rest)};
}

TokenList::TokenList(std::string_view unit, std::size_t tokens_max)
    : letters_(unit.size() + unit.size() / 2) {  // "Ⱥ" has two bytes, "ⱥ" three.
  tokens_.reserve(std::min(unit.size() / 4 + 4, tokens_max));
  char* out = letters_.data();
  const char* begin = nullptr;  // of the word that the next code point may belong to
  std::string beyond_ascii;
  for (std::size_t at = 0; at < unit.size() && tokens_.size() < tokens_max;) {
    if (begin == nullptr && unit[at] != '\'' && word_byte(unit[at]) != '\0') {
      begin = out;
      tokens_.push_back({{}, 0, false, unit[at] >= 'A' && unit[at] <= 'Z'});
    }
    if (begin != nullptr) {
      for (char lower = 0; at < unit.size() && (lower = word_byte(unit[at])) != '\0'; ++at) {
        *out++ = lower;
      }
      tokens_.back().text = word_of(begin, out);
      if (at == unit.size()) {
        break;
      }
    }
    const CodePoint point = code_point_at(unit, at);
    at += point.size;
    const bool apostrophe = begin != nullptr && point.value == U'’';
    if (apostrophe || (point.value >= 0x80 && notes::is_word_part(point.value))) {
      const char32_t lower = apostrophe ? U'\'' : to_lower(point.value);
      if (begin == nullptr) {
        begin = out;
        tokens_.push_back({{}, 0, false, lower != point.value});
      }
      beyond_ascii.clear();
      append_code_point(beyond_ascii, lower);
      out = std::copy(beyond_ascii.begin(), beyond_ascii.end(), out);
      tokens_.back().text = word_of(begin, out);
      continue;
    }
    begin = nullptr;
    if (point.value < kIsSign.size() && kIsSign[point.value]) {
      *out = static_cast<char>(point.value);
      tokens_.push_back({{{out++, 1}, {}}, 0, true, false});
    }
  }
  for (Token& token : tokens_) {
    if (!token.sign) {
      token.text = {token.text, words::lists_of(token.text)};
      token.classes = notes::classes_of(token.text);
      token.content = (token.classes & notes::kStop) == 0 && token.text.size() >= kContentBytesMin &&
                      std::none_of(token.text.begin(), token.text.end(), [](char c) { return c == '\''; });
    }
  }
}

}  // namespace turnstream::consolidation
