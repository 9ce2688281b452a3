#include "recall/ranking/porter.h"

#include <array>
#include <span>

namespace turnstream::recall {
namespace {

struct Suffix {
  std::string_view text;
  std::string_view replacement;
};

// The names of the steps are those of the paper.
constexpr std::array<Suffix, 20> kStep2{{
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"abli", "able"},   {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
}};
constexpr std::array<Suffix, 7> kStep3{{
    {"icate", "ic"},
    {"ative", ""},
    {"alize", "al"},
    {"iciti", "ic"},
    {"ical", "ic"},
    {"ful", ""},
    {"ness", ""},
}};
constexpr std::array<Suffix, 19> kStep4{{
    {"al", ""},  {"ance", ""},  {"ence", ""}, {"er", ""},  {"ic", ""},  {"able", ""}, {"ible", ""},
    {"ant", ""}, {"ement", ""}, {"ment", ""}, {"ent", ""}, {"ion", ""}, {"ou", ""},   {"ism", ""},
    {"ate", ""}, {"iti", ""},   {"ous", ""},  {"ive", ""}, {"ize", ""},
}};

/// A word whose end changes. It knows of each letter whether it is a consonant: that depends on the letters before it
/// only, so it stays true when the end changes.
class Word {
 public:
  explicit Word(std::string_view letters) { append(letters); }

  [[nodiscard]] const std::string& letters() const { return letters_; }
  [[nodiscard]] std::size_t size() const { return letters_.size(); }
  [[nodiscard]] bool ends_with(std::string_view suffix) const { return letters_.ends_with(suffix); }
  [[nodiscard]] bool ends_with_one_of(std::string_view letters) const {
    return !letters_.empty() && letters.find(letters_.back()) != std::string_view::npos;
  }

  void append(std::string_view letters) {
    for (const char letter : letters) {
      consonants_.push_back(is_consonant_next(letter) ? kConsonant : kVowel);
      letters_.push_back(letter);
    }
  }
  void cut(std::size_t letters) {
    letters_.resize(size() - letters);
    consonants_.resize(letters_.size());
  }

  /// m of the paper, of the word without its last letters: how often a consonant follows a vowel.
  [[nodiscard]] std::size_t measure_without(std::size_t letters) const {
    std::size_t measure = 0;
    for (std::size_t i = 1; i + letters < size(); ++i) {
      measure += consonants_[i - 1] == kVowel && consonants_[i] == kConsonant;
    }
    return measure;
  }
  /// *v* of the paper.
  [[nodiscard]] bool has_vowel_without(std::size_t letters) const {
    return consonants_.find(kVowel) < size() - letters;
  }
  /// *d of the paper.
  [[nodiscard]] bool ends_with_double_consonant() const {
    return size() > 1 && letters_.back() == letters_[size() - 2] && consonants_.back() == kConsonant;
  }
  /// *o of the paper, of the word without its last letters: it ends with consonant, vowel and a consonant that is not w, x
  /// or y.
  [[nodiscard]] bool ends_short_without(std::size_t letters) const {
    const std::size_t end = size() - letters;
    return end > 2 && std::string_view(consonants_).substr(end - 3, 3) == "cvc" &&
           std::string_view("wxy").find(letters_[end - 1]) == std::string_view::npos;
  }

 private:
  static constexpr char kConsonant = 'c';
  static constexpr char kVowel = 'v';

  [[nodiscard]] bool is_consonant_next(char letter) const {
    if (letter == 'y') {
      return consonants_.empty() || consonants_.back() == kVowel;
    }
    return std::string_view("aeiou").find(letter) == std::string_view::npos;
  }

  std::string letters_;
  std::string consonants_;  ///< one letter for each of letters_: kConsonant or kVowel
};

/// The longest suffix of the table that the word has; null if it has none.
const Suffix* longest_suffix(const Word& word, std::span<const Suffix> table) {
  const Suffix* longest = nullptr;
  for (const Suffix& suffix : table) {
    if (word.ends_with(suffix.text) && (longest == nullptr || suffix.text.size() > longest->text.size())) {
      longest = &suffix;
    }
  }
  return longest;
}

void step_1a(Word& word) {
  if (word.ends_with("sses") || word.ends_with("ies")) {
    word.cut(2);
  } else if (word.ends_with("s") && !word.ends_with("ss")) {
    word.cut(1);
  }
}

void step_1b(Word& word) {
  if (word.ends_with("eed")) {
    if (word.measure_without(3) > 0) {
      word.cut(1);
    }
    return;
  }
  if (word.ends_with("ed") && word.has_vowel_without(2)) {
    word.cut(2);
  } else if (word.ends_with("ing") && word.has_vowel_without(3)) {
    word.cut(3);
  } else {
    return;
  }
  if (word.ends_with("at") || word.ends_with("bl") || word.ends_with("iz")) {
    word.append("e");
  } else if (word.ends_with_double_consonant() && !word.ends_with_one_of("lsz")) {
    word.cut(1);
  } else if (word.measure_without(0) == 1 && word.ends_short_without(0)) {
    word.append("e");
  }
}

void step_1c(Word& word) {
  if (word.ends_with("y") && word.has_vowel_without(1)) {
    word.cut(1);
    word.append("i");
  }
}

/// Steps 2 and 3.
void replace_suffix(Word& word, std::span<const Suffix> table) {
  const Suffix* suffix = longest_suffix(word, table);
  if (suffix != nullptr && word.measure_without(suffix->text.size()) > 0) {
    word.cut(suffix->text.size());
    word.append(suffix->replacement);
  }
}

void step_4(Word& word) {
  const Suffix* suffix = longest_suffix(word, kStep4);
  if (suffix == nullptr || word.measure_without(suffix->text.size()) <= 1) {
    return;
  }
  if (suffix->text != "ion" || word.ends_with("sion") || word.ends_with("tion")) {
    word.cut(suffix->text.size());
  }
}

void step_5(Word& word) {
  if (word.ends_with("e")) {
    const std::size_t measure = word.measure_without(1);
    if (measure > 1 || (measure == 1 && !word.ends_short_without(1))) {
      word.cut(1);
    }
  }
  if (word.ends_with("ll") && word.measure_without(0) > 1) {
    word.cut(1);
  }
}

}  // namespace

std::string porter_stem(std::string_view word) {
  if (word.size() <= 2) {
    return std::string(word);
  }
  Word stem(word);
  step_1a(stem);
  step_1b(stem);
  step_1c(stem);
  replace_suffix(stem, kStep2);
  replace_suffix(stem, kStep3);
  step_4(stem);
  step_5(stem);
  return stem.letters();
}

}  // namespace turnstream::recall
