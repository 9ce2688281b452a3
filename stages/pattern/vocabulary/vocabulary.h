#pragma once
// Vocabulary: what a word can do in a topic, and how often general English uses it. It is a hash table over the words of
// english_words.txt, which is made at the first use of english(). Lifetime: it borrows the lines. Threads: any, once it is made.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace turnstream::pattern {

/// What a word can be. Each value but the first is a section of english_words.txt.
enum class WordUse : std::uint8_t {
  kUnlisted,  ///< not in the table: a rare word, a name, a word of another language
  kTopic,     ///< what people talk about: pottery, server, wedding
  kName,      ///< a topic if it is written as a name: Samsung
  kPart,      ///< part of a two-word topic, with another word that can be one: group, night, support
  kFirst,     ///< only the first of two words: mental, medical
  kOther,     ///< no part of a topic: said, amazing, week
};

/// How often general English uses a word that is not in the table, at most.
inline constexpr std::uint32_t kRarePerBillion = 1000;

struct VocabularyWord {
  WordUse use = WordUse::kUnlisted;
  std::uint32_t per_billion =
      kRarePerBillion;  ///< uses in 10^9 words, of singular and plural together; only of topics and names
  friend bool operator==(const VocabularyWord&, const VocabularyWord&) = default;
};

class Vocabulary {
 public:
  /// `lines`: as english_word_lines() gives them; other text is a mistake in the program.
  explicit Vocabulary(std::span<const std::string_view> lines);

  /// The word, or if only its singular is in the table that one. A word that is not in the table is kOther if its ending is
  /// that of a verb, adjective, adverb or abstract noun, and kUnlisted else. `lower_word` is in lower case.
  [[nodiscard]] VocabularyWord look_up(std::string_view lower_word) const;
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::string_view word;
    VocabularyWord value;
  };
  void add(std::string_view word, VocabularyWord value);
  [[nodiscard]] const Slot& slot_of(std::string_view word) const;

  std::vector<Slot> slots_;  ///< a power of two, at most half full
  std::size_t size_ = 0;
};

/// The vocabulary of english_words.txt.
[[nodiscard]] const Vocabulary& english();

}  // namespace turnstream::pattern
