#include "recall/ranking/vectors/model_words.h"

#include <algorithm>
#include <iterator>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"
#include "recall/ranking/vectors/letter_tables.h"

namespace turnstream::recall {
namespace {

/// What the model calls Chinese characters: ideographs, without the letters of Japanese and Korean.
constexpr PointRange kIdeographs[] = {{0x3400, 0x4dbf},   {0x4e00, 0x9fff},   {0xf900, 0xfaff},   {0x20000, 0x2a6df},
                                      {0x2a700, 0x2b73f}, {0x2b740, 0x2b81f}, {0x2b920, 0x2ceaf}, {0x2f800, 0x2fa1f}};

// Syllables of Hangul are made of up to three letters (Unicode, section 3.12).
constexpr PointRange kHangul{0xac00, 0xd7a3};
constexpr char32_t kHangulLead = 0x1100;
constexpr char32_t kHangulVowel = 0x1161;
constexpr char32_t kHangulTail = 0x11a7;
constexpr char32_t kHangulVowels = 21;
constexpr char32_t kHangulTails = 28;

bool is_ascii_mark(char32_t c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

/// The range with the code point; null if none has it. The ranges are in ascending order.
template <typename Range, std::size_t kCount>
const Range* find_range(const Range (&ranges)[kCount], char32_t c) {
  const Range* const found = std::lower_bound(std::begin(ranges), std::end(ranges), c,
                                              [](const Range& range, char32_t wanted) { return range.last < wanted; });
  return found != std::end(ranges) && found->first <= c ? found : nullptr;
}

/// Precondition: c is beyond ASCII.
char32_t base_of(char32_t c) {
  const BaseRange* const range = find_range(kBases, c);
  return range == nullptr ? to_lower(c) : range->base;
}

void append_syllable(std::string& word, char32_t syllable) {
  const char32_t number = syllable - kHangul.first;
  append_code_point(word, kHangulLead + number / (kHangulVowels * kHangulTails));
  append_code_point(word, kHangulVowel + number / kHangulTails % kHangulVowels);
  if (number % kHangulTails != 0) {
    append_code_point(word, kHangulTail + number % kHangulTails);
  }
}

}  // namespace

std::string_view ModelWords::next() {
  word_.clear();
  is_alone_ = false;
  is_mark_ = false;
  while (at_ < text_.size() && !is_alone_) {
    const CodePoint point = code_point_at(text_, at_);
    if (!(point.value < 0x80 ? read_ascii(text_[at_]) : read_beyond_ascii(point.value))) {
      break;
    }
    at_ += point.size;
  }
  return word_;
}

bool ModelWords::read_ascii(char c) {
  if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
    return word_.empty();
  }
  if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
    return true;
  }
  if (is_ascii_mark(static_cast<char32_t>(c))) {
    is_alone_ = word_.empty();
    is_mark_ = is_alone_;
    if (is_alone_) {
      word_.push_back(c);
    }
    return is_alone_;
  }
  word_.push_back(ascii::ascii_lower(c));
  return true;
}

bool ModelWords::read_beyond_ascii(char32_t c) {
  if (find_range(kDroppedPoints, c) != nullptr) {
    return true;
  }
  if (is_white_space(c)) {
    return word_.empty();
  }
  if (c >= kHangul.first && c <= kHangul.last) {
    append_syllable(word_, c);
    return true;
  }
  const char32_t base = base_of(c);
  const bool is_mark = base < 0x80 ? is_ascii_mark(base) : find_range(kPunctuation, base) != nullptr;
  if (is_mark || find_range(kIdeographs, c) != nullptr) {
    is_alone_ = word_.empty();
    is_mark_ = is_alone_ && is_mark;
    if (is_alone_) {
      append_code_point(word_, base);
    }
    return is_alone_;
  }
  const BasePair* const pair =
      std::find_if(std::begin(kBasePairs), std::end(kBasePairs), [&](const BasePair& one) { return one.point == c; });
  if (pair != std::end(kBasePairs)) {
    append_code_point(word_, pair->first);
    append_code_point(word_, pair->second);
  } else {
    append_code_point(word_, base);
  }
  return true;
}

}  // namespace turnstream::recall
