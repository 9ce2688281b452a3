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

bool is_latin(std::string_view text, std::size_t at) {
  return at < text.size() && is_letter(text[at]);
}

/// A run of letters and of characters that are not ASCII: a word, perhaps with signs and other words around it.
struct Run {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool has_latin = false;
  bool is_ascii = true;
};

Run run_at(std::string_view text, std::size_t begin) {
  Run run{begin, begin};
  while (run.end < text.size() && is_any(text[run.end], kLower | kUpper | kHigh)) {
    const bool latin = is_letter(text[run.end]);
    run.has_latin = run.has_latin || latin;
    run.is_ascii = run.is_ascii && latin;
    ++run.end;
  }
  return run;
}

/// The character in place of the one at `at` of a run: kInvisible for none.
char32_t folded_character(std::string_view text, const Run& run, std::size_t at, CodePoint character) {
  const char32_t c = character.value;
  if (c == 0x2019) {
    const bool is_apostrophe = at > run.begin && is_latin(text, at - 1) && is_latin(text, at + character.size);
    return is_apostrophe ? U'\'' : c;
  }
  const char latin = run.has_latin ? latin_of(c) : '\0';
  return latin != '\0' ? static_cast<unsigned char>(latin) : plain(c);
}

/// Calls visit(offset, character, what a reader sees) for each character of the text that is not ASCII, until it returns false.
template <typename Visit>
void for_each_folded(std::string_view text, const Visit& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    const Run run = run_at(text, begin);
    for (std::size_t at = run.begin; !run.is_ascii && at < run.end;) {
      const CodePoint character = is_letter(text[at]) ? CodePoint{U'a', 1} : code_point_at(text, at);
      if (character.size > 1 && !visit(at, character, folded_character(text, run, at, character))) {
        return;
      }
      at += character.size;
    }
    begin = run.end + 1;
  }
}

void append_same(std::string_view text, std::size_t begin, std::size_t end, FoldedText& result) {
  result.text.append(text, begin, end - begin);
  for (std::size_t at = begin; at < end; ++at) {
    result.origins.push_back(static_cast<std::uint32_t>(at));
  }
}

}  // namespace

std::optional<FoldedText> folded(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return std::nullopt;
  }
  bool changes = false;
  for_each_folded(text, [&](std::size_t, CodePoint character, char32_t shown) {
    changes = shown != character.value;
    return !changes;
  });
  if (!changes) {
    return std::nullopt;
  }
  FoldedText result;
  result.text.reserve(text.size());
  result.origins.reserve(text.size() + 1);
  std::size_t copied = 0;
  for_each_folded(text, [&](std::size_t at, CodePoint character, char32_t shown) {
    if (shown != character.value) {
      append_same(text, copied, at, result);
      copied = at + character.size;
      if (shown != kInvisible) {
        append_code_point(result.text, shown);
        result.origins.resize(result.text.size(), static_cast<std::uint32_t>(at));
      }
    }
    return true;
  });
  append_same(text, copied, text.size(), result);
  result.origins.push_back(static_cast<std::uint32_t>(text.size()));
  return result;
}

}  // namespace turnstream::secrets
