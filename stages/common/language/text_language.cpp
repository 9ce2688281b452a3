#include "stages/common/language/text_language.h"

#include <algorithm>
#include <array>
#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <cstdio>  // compact_lang_det.h uses FILE, but does not include it.
#include <optional>
#include <utility>
#include <vector>

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

struct WordCounts {
  std::size_t words = 0;
  std::size_t common = 0;

  [[nodiscard]] bool enough() const { return common >= kCommonWordsMin && common * kWordsPerCommon >= words; }
  void add(const WordCounts& other) {
    words += other.words;
    common += other.common;
  }
};

WordCounts words_counted(std::string_view text) {
  WordCounts counts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find_first_not_of(kSeparators, at), text.size());
    at = std::min(text.find_first_of(kSeparators, begin), text.size());
    const std::size_t size = at - begin;
    counts.words += size > 0 ? 1 : 0;
    if (size >= kCommonBytesMin && size <= kCommonBytesMax && common_words().has(to_lower(text.substr(begin, size)))) {
      ++counts.common;
    }
  }
  return counts;
}

bool is_read(CLD2::Language found) {
  return found == CLD2::ENGLISH || found == CLD2::GERMAN || found == CLD2::SCOTS || found == CLD2::UNKNOWN_LANGUAGE;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
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
    if (group.has_value() && counts.enough() && !is_foreign(text.substr(group->begin, group->end - group->begin))) {
      groups.push_back(*group);
    }
    group.reset();
    counts = gap = {};
  };
  for (Part part{0, 0}; part.end < text.size() && groups.size() < kGroupsMax;) {
    part = part_at(text, part.end);
    const WordCounts here = words_counted(text.substr(part.begin, part.end - part.begin));
    if (here.common > 0) {
      counts.add(gap);
      counts.add(here);
      gap = {};
      group = Part{group.has_value() ? group->begin : part.begin, part.end};
    } else if (group.has_value() && here.words > 0) {
      const bool short_gap = gap.words == 0 && here.words <= kGapWordsMax;
      gap.add(here);
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
  word.lower = "\n";
  word.begin = word.end = at;
  word.punctuation = true;
  return word;
}

}  // namespace

bool rules_can_read(std::string_view text) {
  text = text.substr(0, kLookedAtMax);
  return words_counted(text).enough() || !is_foreign(text);
}

Words words_to_read(std::string_view text) {
  if (rules_can_read(text)) {
    return words_of(text);
  }
  const std::vector<Part> groups = own_groups(text.substr(0, kTextBytesMax));
  Words read;
  if (groups.empty()) {
    return read;
  }
  auto group = groups.begin();
  for (Word& word : words_of(text)) {
    for (; group != groups.end() && word.begin >= group->end; ++group) {
      read.push_back(line_break(text, group->end));
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

}  // namespace turnstream::language
