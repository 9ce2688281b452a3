#include "stages/pattern/vocabulary/vocabulary.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <string>

#include "pipeline/base/check.h"
#include "pipeline/base/hash64.h"
#include "stages/common/language/stems.h"
#include "stages/pattern/vocabulary/english_words.h"

namespace turnstream::pattern {
namespace {

constexpr std::string_view kSection = "= ";
constexpr std::string_view kUses[] = {"", "topic", "name", "part", "first", "other"};

/// Endings of words that are not concrete nouns, in a word with at least kEndingLettersMin more letters.
constexpr std::string_view kEndings[] = {"ing", "ed",   "ly",   "ful",  "ous",  "able",  "ible",
                                         "ive", "less", "ness", "ish",  "ity",  "est",   "ize",
                                         "ise", "izes", "ises", "ized", "ised", "izing", "ising"};
constexpr std::size_t kEndingLettersMin = 2;

bool has_such_ending(std::string_view word) {
  return std::any_of(std::begin(kEndings), std::end(kEndings), [word](std::string_view ending) {
    return word.size() >= ending.size() + kEndingLettersMin && word.ends_with(ending);
  });
}

/// Calls `use` with each of the words between blanks.
template <typename Use>
void for_each_word(std::string_view line, const Use& use) {
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    if (!word.empty()) {
      use(word);
    }
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
}

VocabularyWord section_of(std::string_view head) {
  const std::string_view name = head.substr(0, head.find(' '));
  const auto* const use = std::find(std::begin(kUses), std::end(kUses), name);
  TS_CHECK(!name.empty() && use != std::end(kUses));
  VocabularyWord section{static_cast<WordUse>(use - std::begin(kUses)), kRarePerBillion};
  if (name.size() < head.size()) {
    const std::string_view number = head.substr(name.size() + 1);
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), section.per_billion);
    TS_CHECK(error == std::errc() && end == number.data() + number.size());
  }
  return section;
}

std::size_t count_words(std::span<const std::string_view> lines) {
  std::size_t words = 0;
  for (const std::string_view line : lines) {
    for_each_word(line, [&words](std::string_view) { ++words; });
  }
  return words;
}

}  // namespace

Vocabulary::Vocabulary(std::span<const std::string_view> lines) : slots_(std::bit_ceil(2 * count_words(lines) + 1)) {
  VocabularyWord section;
  for (const std::string_view line : lines) {
    if (line.starts_with(kSection)) {
      section = section_of(line.substr(kSection.size()));
      continue;
    }
    TS_CHECK(section.use != WordUse::kUnlisted);
    for_each_word(line, [this, section](std::string_view word) { add(word, section); });
  }
}

const Vocabulary::Slot& Vocabulary::slot_of(std::string_view word) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash64(word) & mask;
  while (!slots_[at].word.empty() && slots_[at].word != word) {
    at = (at + 1) & mask;
  }
  return slots_[at];
}

void Vocabulary::add(std::string_view word, VocabularyWord value) {
  const Slot& slot = slot_of(word);
  TS_CHECK(slot.word.empty());  // Each word is in one section.
  slots_[static_cast<std::size_t>(&slot - slots_.data())] = {word, value};
  ++size_;
}

VocabularyWord Vocabulary::look_up(std::string_view lower_word) const {
  if (lower_word.empty()) {
    return {};
  }
  if (const Slot& slot = slot_of(lower_word); !slot.word.empty()) {
    return slot.value;
  }
  const std::string singular = language::stem(std::string(lower_word));
  if (singular != lower_word) {
    if (const Slot& slot = slot_of(singular); !slot.word.empty()) {
      return slot.value;
    }
  }
  const bool ends_so = has_such_ending(lower_word) || has_such_ending(singular);
  return {ends_so ? WordUse::kOther : WordUse::kUnlisted, kRarePerBillion};
}

const Vocabulary& english() {
  static const Vocabulary kEnglish(english_word_lines());
  return kEnglish;
}

}  // namespace turnstream::pattern
