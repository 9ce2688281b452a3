#include "stages/common/notes/words.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pipeline/base/first_bytes.h"
#include "pipeline/base/hash64.h"
#include "stages/common/language/text_form.h"
#include "stages/common/notes/word_classes.h"

namespace turnstream::notes {
namespace {

constexpr std::size_t kStemLetters = 5;
constexpr std::size_t kStemBytes = 5;

/// Calls `use` with each word in a run of word parts: the pieces between `_`.
template <typename Use>
void for_each_piece(std::string_view run, const Use& use) {
  while (!run.empty()) {
    const std::string_view piece = run.substr(0, run.find('_'));
    if (!piece.empty()) {
      use(piece);
    }
    run.remove_prefix(std::min(piece.size() + 1, run.size()));
  }
}

constexpr std::uint8_t kPart = 1;
constexpr std::uint8_t kUnderscore = 2;
constexpr std::uint8_t kDigit = 4;

constexpr std::array<std::uint8_t, 256> make_word_bytes() {
  std::array<std::uint8_t, 256> bytes{};
  for (char32_t c = 0; c < 0x80; ++c) {
    const int kind = c == U'_' ? kUnderscore : c >= U'0' && c <= U'9' ? kDigit : 0;
    bytes[c] = is_word_part_of_ascii(c) ? static_cast<std::uint8_t>(kPart | kind) : 0;
  }
  return bytes;
}

/// What the byte is; 0 if it is not a word part of ASCII.
constexpr std::array<std::uint8_t, 256> kWordBytes = make_word_bytes();

bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

/// The end of the run of word parts at `at`; adds what its bytes are to `found`.
std::size_t end_of_run(std::string_view text, std::size_t at, std::uint8_t& found) {
  while (at < text.size()) {
    if (const std::uint8_t byte = kWordBytes[static_cast<unsigned char>(text[at])]; byte != 0) {
      found |= byte;
      ++at;
      continue;
    }
    if (is_ascii(text[at])) {
      break;
    }
    const CodePoint point = code_point_at(text, at);
    if (!is_word_part(point.value)) {
      break;
    }
    at += point.size;
  }
  return at;
}

/// Where the next run of word parts at or behind `at` begins; the end of the text if there is none.
std::size_t begin_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && kWordBytes[static_cast<unsigned char>(text[at])] == 0) {
    if (is_ascii(text[at])) {
      ++at;
      continue;
    }
    const CodePoint point = code_point_at(text, at);
    if (is_word_part(point.value)) {
      break;
    }
    at += point.size;
  }
  return at;
}

void sort_once(Stems& stems) {
  std::sort(stems.begin(), stems.end());
  stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
}

}  // namespace

bool is_word_part_beyond_ascii(char32_t c) {
  // Variation selectors and enclosing marks: Unicode's marks, but parts of emoji.
  const bool of_emoji = (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xe0100 && c <= 0xe01ef);
  return !of_emoji && is_word_character(c);
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  std::uint8_t found = 0;
  return end_of_run(text, at, found);
}

std::string lower_form(std::string_view text) {
  if (text.find("’") == std::string_view::npos) {
    return to_lower(text);
  }
  return to_lower(language::with_plain_apostrophes(text));
}

ReadText::ReadText(LowerForm lower) : lower_(std::move(lower.text)) {
  words_.reserve(lower_.size() / 4 + 1);
  for (std::size_t at = begin_of_word(lower_, 0); at < lower_.size(); at = begin_of_word(lower_, words_.back().end)) {
    std::uint8_t found = 0;
    Word word{at, end_of_run(lower_, at, found), 0, (found & kUnderscore) != 0, (found & kDigit) != 0};
    const std::string_view run = letters(word);
    word.classes = classes_of(run);
    if (word.divided) {
      for_each_piece(run, [this](std::string_view) { ++size_; });
    } else {
      ++size_;
    }
    words_.push_back(word);
  }
}

void ReadText::append(const ReadText& other) {
  const std::size_t shift = lower_.size() + 1;
  lower_.append(" ").append(other.lower_);
  words_.reserve(words_.size() + other.words_.size());
  for (const Word& word : other.words_) {
    words_.push_back({word.begin + shift, word.end + shift, word.classes, word.divided, word.digit});
  }
  size_ += other.size_;
}

Stem stem_of(std::string_view lower_word) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  const std::uint64_t first = first_bytes(lower_word.substr(0, kStemBytes));
  if ((first & kHighBits) == 0) {  // The first letters are ASCII.
    return Stem{__builtin_bswap64(first) >> (8 * (sizeof first - kStemBytes))};
  }
  const std::string_view letters = first_code_points(lower_word, kStemLetters);
  if (letters.size() > kStemBytes) {
    constexpr std::uint64_t kNotUtf8 = std::uint64_t{0x1f} << 35;
    return Stem{kNotUtf8 | (hash64(letters) >> 29)};
  }
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kStemBytes; ++i) {
    number = number << 8 | (i < letters.size() ? static_cast<unsigned char>(letters[i]) : 0U);
  }
  return Stem{number};
}

namespace {

/// Calls `use` with each run of word parts in a lower form.
template <typename Use>
void for_each_run(std::string_view lower, const Use& use) {
  for (std::size_t at = begin_of_word(lower, 0); at < lower.size();) {
    const std::size_t end = end_of_word(lower, at);
    use(lower.substr(at, end - at));
    at = begin_of_word(lower, end);
  }
}

/// The stems of a run of word parts, if it is not a stop word as a whole.
void add_stems(std::string_view run, Stems& stems) {
  if ((classes_of(run) & kStop) != 0) {
    return;
  }
  if (std::find(run.begin(), run.end(), '_') == run.end()) {
    stems.push_back(stem_of(run));
    return;
  }
  for_each_piece(run, [&stems](std::string_view piece) {
    if ((classes_of(piece) & kStop) == 0) {
      stems.push_back(stem_of(piece));
    }
  });
}

}  // namespace

Stems stems_of(const ReadText& text) {
  Stems stems;
  stems.reserve(text.words().size());
  for (const Word& word : text.words()) {
    if ((word.classes & kStop) != 0) {
      continue;
    }
    if (word.divided) {
      add_stems(text.letters(word), stems);
    } else {
      stems.push_back(stem_of(text.letters(word)));
    }
  }
  sort_once(stems);
  return stems;
}

Stems stems_of(std::string_view text) {
  const std::string lower = lower_form(text);
  Stems stems;
  stems.reserve(lower.size() / 6 + 1);
  for_each_run(lower, [&stems](std::string_view run) { add_stems(run, stems); });
  sort_once(stems);
  return stems;
}

Names names_of(const std::vector<std::string_view>& names) {
  Names found;
  found.words.reserve(2 * names.size());
  for (const std::string_view name : names) {
    for_each_run(lower_form(name), [&found](std::string_view run) {
      for_each_piece(run, [&found](std::string_view piece) { found.words.emplace_back(piece); });
    });
  }
  std::sort(found.words.begin(), found.words.end());
  found.words.erase(std::unique(found.words.begin(), found.words.end()), found.words.end());
  found.stems.reserve(found.words.size());
  for (const std::string& word : found.words) {
    if (count_code_points(word) <= kStemLetters) {
      found.stems.push_back(stem_of(word));
    }
  }
  sort_once(found.stems);
  return found;
}

Stems without_names(Stems stems, const Names& names) {
  const auto of_name = [&names](Stem stem) { return std::binary_search(names.stems.begin(), names.stems.end(), stem); };
  stems.erase(std::remove_if(stems.begin(), stems.end(), of_name), stems.end());
  return stems;
}

}  // namespace turnstream::notes
