#include "pipeline/secrets/folded_text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "pipeline/base/utf8.h"
#include "pipeline/secrets/characters.h"

namespace turnstream::secrets {
namespace {

constexpr char32_t kInvisible = 0xFFFFFFFF;

/// Letters that look like Latin ones, by ascending code point: Greek, then Cyrillic.
constexpr auto kLookAlikes = std::to_array<std::pair<char32_t, char>>({
    {0x391, 'A'}, {0x392, 'B'}, {0x395, 'E'}, {0x396, 'Z'}, {0x397, 'H'}, {0x399, 'I'}, {0x39A, 'K'}, {0x39C, 'M'},
    {0x39D, 'N'}, {0x39F, 'O'}, {0x3A1, 'P'}, {0x3A4, 'T'}, {0x3A5, 'Y'}, {0x3A7, 'X'}, {0x3B1, 'a'}, {0x3B9, 'i'},
    {0x3BA, 'k'}, {0x3BD, 'v'}, {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C5, 'u'}, {0x3C9, 'w'}, {0x405, 'S'}, {0x406, 'I'},
    {0x408, 'J'}, {0x410, 'A'}, {0x412, 'B'}, {0x415, 'E'}, {0x41A, 'K'}, {0x41C, 'M'}, {0x41D, 'H'}, {0x41E, 'O'},
    {0x420, 'P'}, {0x421, 'C'}, {0x422, 'T'}, {0x423, 'Y'}, {0x425, 'X'}, {0x430, 'a'}, {0x435, 'e'}, {0x43A, 'k'},
    {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x443, 'y'}, {0x445, 'x'}, {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'},
    {0x4BB, 'h'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'},
});

/// The character in place of `c`, alone; kInvisible for none, `c` itself for most.
char32_t plain(char32_t c) {
  if (c == 0xAD || c == 0x34F || c == 0x180E || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
      (c >= 0x2060 && c <= 0x2064) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF) {
    return kInvisible;
  }
  if (c >= 0xFF01 && c <= 0xFF5E) {
    return c - 0xFF01 + U'!';  // full width
  }
  const bool is_space = c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x3000;
  return is_space ? U' ' : c;
}

char latin_of(char32_t c) {
  const auto row = std::lower_bound(kLookAlikes.begin(), kLookAlikes.end(), c,
                                    [](const auto& each, char32_t value) { return each.first < value; });
  return row != kLookAlikes.end() && row->first == c ? row->second : '\0';
}

struct Character {
  char32_t code_point = 0;
  std::uint32_t origin = 0;
};

bool is_latin(char32_t c) {
  return c < 0x80 && is_letter(static_cast<char>(c));
}

bool is_letter_of_word(char32_t c) {
  return is_latin(c) || is_word_character(c);
}

/// Replaces the look-alikes in the words that have a Latin letter, too, and apostrophes between letters.
bool fold_words(std::vector<Character>& characters) {
  bool changed = false;
  for (std::size_t at = 0; at < characters.size();) {
    const std::size_t begin = at;
    bool has_latin = false;
    while (at < characters.size() && is_letter_of_word(characters[at].code_point)) {
      has_latin = has_latin || is_latin(characters[at].code_point);
      ++at;
    }
    for (std::size_t i = begin; has_latin && i < at; ++i) {
      if (const char latin = latin_of(characters[i].code_point); latin != '\0') {
        characters[i].code_point = static_cast<unsigned char>(latin);
        changed = true;
      }
    }
    if (at > begin && at + 1 < characters.size() && characters[at].code_point == 0x2019 &&
        is_latin(characters[at + 1].code_point)) {
      characters[at].code_point = U'\'';
      changed = true;
    }
    at += at == begin ? 1U : 0U;
  }
  return changed;
}

}  // namespace

std::optional<FoldedText> folded(std::string_view text) {
  const bool is_ascii = std::none_of(text.begin(), text.end(), [](char c) { return is_any(c, kHigh); });
  if (is_ascii || text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  std::vector<Character> characters;
  characters.reserve(text.size());
  bool changed = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, bytes] = code_point_at(text, at);
    const char32_t shown = plain(code_point);
    changed = changed || shown != code_point;
    if (shown != kInvisible) {
      characters.push_back({shown, static_cast<std::uint32_t>(at)});
    }
    at += bytes;
  }
  if (!fold_words(characters) && !changed) {
    return std::nullopt;
  }
  FoldedText result;
  for (const auto& [code_point, origin] : characters) {
    append_code_point(result.text, code_point);
    result.origins.resize(result.text.size(), origin);
  }
  result.origins.push_back(static_cast<std::uint32_t>(text.size()));
  return result;
}

}  // namespace turnstream::secrets
