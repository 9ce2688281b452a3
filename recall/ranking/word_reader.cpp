#include "recall/ranking/word_reader.h"

#include <algorithm>
#include <iterator>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"

namespace turnstream::recall {
namespace {

// The two letters beyond ASCII whose lower case has a letter of ASCII.
constexpr std::string_view kKelvinSign = "\u212a";
constexpr std::string_view kCapitalDottedI =
    "\u0130";  // its lower case is i and a combining dot, which separates words

/// Code points from `first` to `last`.
struct Range {
  char32_t first;
  char32_t last;
};

/// Blocks with letters of the Latin script, of which only those of ASCII are in words, and their marks.
constexpr Range kLatin[] = {{0x00, 0x36f},    {0x1d00, 0x1dbf}, {0x1e00, 0x1eff}, {0x2070, 0x209f}, {0x2100, 0x218f},
                            {0x2c60, 0x2c7f}, {0xa720, 0xa7ff}, {0xab30, 0xab6f}, {0xfb00, 0xfb06}, {0xff00, 0xff5e}};
/// Accents of all scripts; after a letter of Latin they separate words.
constexpr Range kMarks[] = {{0x300, 0x36f}};
constexpr char32_t kFinalSigma = 0x3c2;
constexpr char32_t kSigma = 0x3c3;
/// Scripts that are written without spaces, so that each code point counts as a word: Thai, Lao, Burmese, Khmer, Hiragana, Han.
constexpr Range kWithoutSpaces[] = {{0xe00, 0xeff},   {0x1000, 0x109f}, {0x1780, 0x17ff},
                                    {0x3005, 0x3007}, {0x3041, 0x309f}, {0x3400, 0x4dbf},
                                    {0x4e00, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x3ffff}};

template <std::size_t kCount>
bool is_in(char32_t c, const Range (&ranges)[kCount]) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const Range& range) { return c >= range.first && c <= range.last; });
}

}  // namespace

bool is_word_part(char32_t c) {
  // Variation selectors and enclosing marks: Unicode's marks, but parts of emoji.
  const bool of_emoji = (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xe0100 && c <= 0xe01ef);
  return !of_emoji && is_word_character(c);
}

std::string WordReader::next_of_english() {
  std::string word;
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_);
    if (is_ascii_letter_or_digit(rest.front())) {
      append_ascii(word);
    } else if (static_cast<unsigned char>(rest.front()) < 0x80) {
      ++at_;
      if (!word.empty()) {
        break;
      }
    } else if (rest.starts_with(kKelvinSign)) {
      word.push_back('k');
      at_ += kKelvinSign.size();
    } else if (rest.starts_with(kCapitalDottedI)) {
      word.push_back('i');
      at_ += kCapitalDottedI.size();
      break;
    } else if (is_of_other_script_at(at_)) {
      return word.empty() ? next_of_other_script() : word;
    } else {
      ++at_;
      if (!word.empty()) {
        break;
      }
    }
  }
  return word;
}

std::string WordReader::next_of_other_language() {
  std::string word;
  while (at_ < text_.size()) {
    const CodePoint point = code_point_at(text_, at_);
    if (is_in(point.value, kMarks)) {  // of a letter that is written as two code points
      at_ += point.size;
      continue;
    }
    const bool is_part = point.value != U'_' && is_word_part(point.value);
    const bool is_alone = is_in(point.value, kWithoutSpaces);
    if (is_part && is_alone && !word.empty()) {
      break;
    }
    at_ += point.size;
    if (is_part) {
      const char32_t lower = to_lower(point.value);
      append_code_point(word, lower == kFinalSigma ? kSigma : lower);
    }
    if (!word.empty() && (is_alone || !is_part)) {
      break;
    }
  }
  return word;
}

/// The letters and digits of ASCII that follow, in lower case.
void WordReader::append_ascii(std::string& word) {
  const std::size_t begin = at_;
  do {
    ++at_;
  } while (at_ < text_.size() && is_ascii_letter_or_digit(text_[at_]));
  const std::size_t before = word.size();
  word.append(text_, begin, at_ - begin);
  std::transform(word.begin() + static_cast<std::ptrdiff_t>(before), word.end(),
                 word.begin() + static_cast<std::ptrdiff_t>(before), ascii::ascii_lower);
}

bool WordReader::is_of_other_script_at(std::size_t at) const {
  if (at == text_.size() || static_cast<unsigned char>(text_[at]) < 0xc0) {
    return false;
  }
  const char32_t c = code_point_at(text_, at).value;
  return !is_in(c, kLatin) && is_word_part(c);
}

bool WordReader::is_mark_at(std::size_t at) const {
  return at < text_.size() && static_cast<unsigned char>(text_[at]) >= 0xc0 &&
         is_in(code_point_at(text_, at).value, kMarks);
}

std::string WordReader::next_of_other_script() {
  std::string word;
  bool is_alone = false;
  do {
    const CodePoint point = code_point_at(text_, at_);
    is_alone = is_in(point.value, kWithoutSpaces);
    if (is_alone && !word.empty()) {
      return word;
    }
    const char32_t lower = to_lower(point.value);
    append_code_point(word, lower == kFinalSigma ? kSigma : lower);
    at_ += point.size;
    while (is_mark_at(at_)) {  // such as a stress, which few write
      at_ += code_point_at(text_, at_).size;
    }
  } while (!is_alone && is_of_other_script_at(at_));
  return word;
}

}  // namespace turnstream::recall
