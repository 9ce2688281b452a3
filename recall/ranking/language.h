#pragma once
// Language: the language of a persona's texts, by which words.h makes words and terms of them. English is that of the recipe: words
// of ASCII, its stop words, Porter's stems. In every other language a word is a run of letters and digits of any script, no word is a
// stop word, and a term is the stem without accents, of "none" the word without accents. An index and the queries to it have one language.
// Threads: any. A value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::recall {

class Language {
 public:
  /// English.
  Language() = default;
  /// Absent unless is_language(name) (stemmers.h).
  [[nodiscard]] static std::optional<Language> named(std::string_view name);

  [[nodiscard]] bool is_english() const { return name_.empty(); }
  /// The term of a word in lower case. Precondition: the language is not English.
  [[nodiscard]] std::string term_of(const std::string& word) const;

  bool operator==(const Language&) const = default;

 private:
  explicit Language(std::string_view name) : name_(name) {}

  std::string name_;  ///< empty for English
};

/// The letters of the Latin script become those of ASCII ("é" e, "ß" ss); others stay. `text`: valid UTF-8 in lower case.
[[nodiscard]] std::string without_accents(std::string_view text);

}  // namespace turnstream::recall
