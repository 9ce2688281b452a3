#include "stages/common/language/text_language.h"

#include <algorithm>
#include <array>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <cstdio>  // compact_lang_det.h uses FILE, but does not include it.
#include <iterator>

#include "pipeline/base/utf8.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kTextBytesMax = 2048;
/// In shorter texts CLD2 takes "See ya Nate!" for another language, and of ASCII alone "git rebase -i HEAD && git push".
constexpr int kLetterBytesMin = 20;
constexpr int kAsciiBytesMin = 30;
constexpr int kPercentMin = 80;
/// So many common words make a text English without CLD2.
constexpr int kCommonWordsMin = 2;

/// Common words of English that are not words of other languages in Latin letters.
const WordSet& common_words() {
  static const WordSet kWords(
      "about always and because could don't from have i'll i'm i've it's never please should that the their they this those "
      "what when where which with would you your");
  return kWords;
}

bool has_common_words(std::string_view text) {
  int found = 0;
  for (std::size_t at = 0; at < text.size() && found < kCommonWordsMin;) {
    const std::size_t begin = text.find_first_not_of(" \t\n.,;:!?()\"", at);
    if (begin == std::string_view::npos) {
      break;
    }
    at = std::min(text.find_first_of(" \t\n.,;:!?()\"", begin), text.size());
    constexpr std::size_t kLettersMax = 7;
    if (at - begin >= 3 && at - begin <= kLettersMax && common_words().has(to_lower(text.substr(begin, at - begin)))) {
      ++found;
    }
  }
  return found >= kCommonWordsMin;
}

bool is_read(CLD2::Language found) {
  return found == CLD2::ENGLISH || found == CLD2::GERMAN || found == CLD2::SCOTS || found == CLD2::UNKNOWN_LANGUAGE;
}

}  // namespace

bool rules_can_read(std::string_view text) {
  text = text.substr(0, kTextBytesMax);
  if (has_common_words(text)) {
    return true;
  }
  const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percents{};
  std::array<double, 3> scores{};
  int letter_bytes = 0;
  int valid_bytes = 0;  // A text that was cut inside a letter is judged by its valid part alone.
  bool reliable = false;
  const auto detect = [&](std::string_view part) {
    return CLD2::ExtDetectLanguageSummaryCheckUTF8(part.data(), static_cast<int>(part.size()), true, &hints, 0,
                                                   languages.data(), percents.data(), scores.data(), nullptr,
                                                   &letter_bytes, &reliable, &valid_bytes);
  };
  CLD2::Language found = detect(text);
  if (valid_bytes < static_cast<int>(text.size())) {
    found = detect(text.substr(0, static_cast<std::size_t>(valid_bytes)));
  }
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  return !reliable || letter_bytes < (ascii ? kAsciiBytesMin : kLetterBytesMin) || percents[0] < kPercentMin ||
         is_read(found);
}

}  // namespace turnstream::language
