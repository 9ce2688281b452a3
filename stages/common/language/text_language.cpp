#include "stages/common/language/text_language.h"

#include <algorithm>
#include <array>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <cstdio>  // compact_lang_det.h uses FILE, but does not include it.

#include "pipeline/base/utf8.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kLookedAtMax = 2048;
/// In shorter texts CLD2 takes "See ya Nate!" for another language, and of ASCII alone "git rebase -i HEAD && git push".
constexpr int kLetterBytesMin = 20;
constexpr int kAsciiBytesMin = 30;
constexpr int kPercentMin = 80;
/// A text is read without CLD2 if it has so many common words, at least one in kWordsPerCommon: a French text with an English title in it
/// is not.
constexpr std::size_t kCommonWordsMin = 2;
constexpr std::size_t kWordsPerCommon = 8;
constexpr std::string_view kSeparators = " \t\r\n.,;:!?()\"";

/// Common words of English and German that are not words of other languages in Latin letters.
const WordSet& common_words() {
  static const WordSet kWords(
      "about always and because could don't from have i'll i'm i've it's never please should that the their they this those "
      "what when where which with would you your "
      "aber auch bitte dass dich eine einen ich immer ist mein meine mich nicht oder und unser unsere wenn wir");
  return kWords;
}
constexpr std::size_t kCommonBytesMin = 3;
constexpr std::size_t kCommonBytesMax = 7;

bool has_common_words(std::string_view text) {
  std::size_t words = 0;
  std::size_t common = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find_first_not_of(kSeparators, at), text.size());
    at = std::min(text.find_first_of(kSeparators, begin), text.size());
    const std::size_t size = at - begin;
    words += size > 0 ? 1 : 0;
    if (size >= kCommonBytesMin && size <= kCommonBytesMax && common_words().has(to_lower(text.substr(begin, size)))) {
      ++common;
    }
  }
  return common >= kCommonWordsMin && common * kWordsPerCommon >= words;
}

bool is_read(CLD2::Language found) {
  return found == CLD2::ENGLISH || found == CLD2::GERMAN || found == CLD2::SCOTS || found == CLD2::UNKNOWN_LANGUAGE;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

bool rules_can_read(std::string_view text) {
  text = text.substr(0, kLookedAtMax);
  if (has_common_words(text)) {
    return true;
  }
  const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percents{};
  std::array<double, 3> scores{};
  int letter_bytes = 0;
  int valid_bytes = 0;
  bool reliable = false;
  const auto detect = [&](std::string_view part) {
    return CLD2::ExtDetectLanguageSummaryCheckUTF8(part.data(), static_cast<int>(part.size()), true, &hints, 0,
                                                   languages.data(), percents.data(), scores.data(), nullptr,
                                                   &letter_bytes, &reliable, &valid_bytes);
  };
  CLD2::Language found = detect(text);
  if (valid_bytes < static_cast<int>(text.size())) {
    // The text was cut inside a letter: it is judged by what is before.
    found = detect(text.substr(0, static_cast<std::size_t>(valid_bytes)));
  }
  const int letter_bytes_min = is_ascii(text) ? kAsciiBytesMin : kLetterBytesMin;
  return !reliable || letter_bytes < letter_bytes_min || percents[0] < kPercentMin || is_read(found);
}

Words words_to_read(std::string_view text) {
  return rules_can_read(text) ? words_of(text) : Words();
}

}  // namespace turnstream::language
