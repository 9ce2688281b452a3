#include "stages/common/language/text_language.h"

#include <algorithm>
#include <array>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <cstdio>  // compact_lang_det.h uses FILE, but does not include it.
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/first_bytes.h"
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
constexpr std::size_t kGapWordsMax = 8;
/// Of a foreign text so many groups are read, which bounds what CLD2 is asked.
constexpr std::size_t kGroupsMax = 8;

/// Whether a byte stands between words.
constexpr std::array<bool, 256> kSeparates = [] {
  std::array<bool, 256> separates{};
  for (const char c : std::string_view(" \t\r\n.,;:!?()\"")) {
    separates[static_cast<unsigned char>(c)] = true;
  }
  return separates;
}();

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

/// Whether the text is read without CLD2.
bool are_enough(const WordCounts& counts) {
  return counts.common >= kCommonWordsMin && counts.common * kWordsPerCommon >= counts.words;
}

void add_to(WordCounts& counts, const WordCounts& more) {
  counts.words += more.words;
  counts.common += more.common;
}

bool is_common(std::string_view word) {
  if (word.size() < kCommonBytesMin || word.size() > kCommonBytesMax) {
    return false;
  }
  const std::uint64_t bytes = first_bytes(word);
  if ((bytes & ascii::kHighBits) != 0) {
    return common_words().has(to_lower(word));
  }
  const std::uint64_t lower = ascii::lower_word(bytes);
  std::array<char, sizeof lower> letters;
  std::memcpy(letters.data(), &lower, sizeof lower);
  return common_words().has({letters.data(), word.size()});
}

WordCounts words_counted(std::string_view text) {
  const auto separates = [text](std::size_t at) { return kSeparates[static_cast<unsigned char>(text[at])]; };
  WordCounts counts;
  for (std::size_t at = 0; at < text.size();) {
    if (separates(at)) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && !separates(at)) {
      ++at;
    }
    ++counts.words;
    counts.common += is_common(text.substr(begin, at - begin)) ? 1 : 0;
  }
  return counts;
}

bool is_read(CLD2::Language found) {
  return found == CLD2::ENGLISH || found == CLD2::GERMAN || found == CLD2::SCOTS || found == CLD2::UNKNOWN_LANGUAGE;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Whether a text of ASCII alone has so few letters that it is read in any case. CLD2 counts the letters, a blank behind each run
/// of them, and one in front.
bool is_short(std::string_view text) {
  std::size_t letters = 1;
  bool in_run = false;
  for (const char c : text) {
    const auto small = static_cast<unsigned char>(c | 0x20);
    const bool letter = small >= 'a' && small <= 'z';
    letters += letter ? (in_run ? 1 : 2) : 0;
    in_run = letter;
    if (letters >= static_cast<std::size_t>(kAsciiBytesMin)) {
      return false;
    }
  }
  return is_ascii(text);
}

/// Whether CLD2 is sure that the text is in another language than English and German.
bool is_foreign(std::string_view text) {
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
  return reliable && letter_bytes >= letter_bytes_min && percents[0] >= kPercentMin && !is_read(found);
}

/// A part of a text: up to a mark that ends a sentence or a line, or a colon before a blank.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Part part_at(std::string_view text, std::size_t begin) {
  constexpr std::string_view kMarks = ".!?:";
  std::size_t end = begin;
  while (end < text.size()) {
    const char c = text[end++];
    const bool blank_next = end >= text.size() || text[end] == ' ' || text[end] == '\n' || text[end] == '\r';
    if (c == '\n' || (kMarks.find(c) != std::string_view::npos && blank_next)) {
      break;
    }
  }
  return {begin, end};
}

/// The groups of parts that are English or German, of a text that is foreign as a whole: orders in front of a pasted mail. A group has
/// enough common words, begins and ends with a part that has one, and between them has at most one in a row that has none, of at most
/// kGapWordsMax words. CLD2 must not be sure that it is foreign.
std::vector<Part> own_groups(std::string_view text) {
  std::vector<Part> groups;
  std::optional<Part> group;
  WordCounts counts;
  WordCounts gap;
  const auto close = [&] {
    if (group.has_value() && are_enough(counts) && !is_foreign(text.substr(group->begin, group->end - group->begin))) {
      groups.push_back(*group);
    }
    group.reset();
    counts = gap = {};
  };
  for (Part part{0, 0}; part.end < text.size() && groups.size() < kGroupsMax;) {
    part = part_at(text, part.end);
    const WordCounts here = words_counted(text.substr(part.begin, part.end - part.begin));
    if (here.common > 0) {
      add_to(counts, gap);
      add_to(counts, here);
      gap = {};
      group = Part{group.has_value() ? group->begin : part.begin, part.end};
    } else if (group.has_value() && here.words > 0) {
      const bool short_gap = gap.words == 0 && here.words <= kGapWordsMax;
      add_to(gap, here);
      if (!short_gap) {
        close();
      }
    }
  }
  close();
  return groups;
}

/// A line break where words were left out, so that no sentence reaches over them.
Word line_break(std::string_view text, std::size_t at) {
  Word word;
  word.text = text.substr(at, 0);
  word.set_lower("\n");
  word.begin = word.end = at;
  word.punctuation = true;
  return word;
}

}  // namespace

TextLanguage::TextLanguage(std::string_view text) : text_(text), counts_(words_counted(text.substr(0, kLookedAtMax))) {}

bool TextLanguage::can_be_read() const {
  const std::string_view beginning = text_.substr(0, kLookedAtMax);
  return are_enough(counts_) || is_short(beginning) || !is_foreign(beginning);
}

bool TextLanguage::as_a_whole() const {
  return text_.size() <= kLookedAtMax && counts_.common < kCommonWordsMin;
}

Words TextLanguage::words() const {
  if (can_be_read()) {
    return words_of(text_);
  }
  const std::vector<Part> groups = own_groups(text_.substr(0, kTextBytesMax));
  Words read;
  if (groups.empty()) {
    return read;
  }
  auto group = groups.begin();
  for (Word& word : words_of(text_)) {
    for (; group != groups.end() && word.begin >= group->end; ++group) {
      read.push_back(line_break(text_, group->end));
    }
    if (group == groups.end()) {
      break;
    }
    if (word.begin >= group->begin) {
      read.push_back(std::move(word));
    }
  }
  return read;
}

bool rules_can_read(std::string_view text) {
  return TextLanguage(text).can_be_read();
}

Words words_to_read(std::string_view text) {
  return TextLanguage(text).words();
}

}  // namespace turnstream::language
