#pragma once
// Form parts: a form of form_rows.cpp or instruction_rows.cpp, read once, and where it stands in a sentence. Threads: any; pure.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {

/// How many words and marks a gap and a long gap stand for at most.
inline constexpr std::size_t kGapMax = 4;
inline constexpr std::size_t kLongGapMax = 14;

/// One part of a form; forms.h explains how each is written.
struct FormPart {
  enum class Kind : std::uint8_t {
    kWords,
    kNoneOf,
    kAny,
    kGap,       ///< any words and marks
    kLongGap,   ///< more of them
    kInPhrase,  ///< words that can stand inside a noun phrase or between it and its verb
    kKin,
    kActivity,
    kCommonVerb,
    kPlainVerb,
    kPlural,
    kDone,
    kName,
    kGiven,
    kCode,
    kTime,
    kLanguage,
    kGermanOrder,
    kGermanInfinitive,
    kOrder,  ///< these four need the place of the word in its sentence (commands.h)
    kCommand,
    kMain,
    kLasting,
    kEnd,  ///< stands for no word, as the next two
    kPhraseEnd,
    kNotBefore,
  };
  Kind kind = Kind::kWords;
  bool optional = false;
  WordSet words;
};

class Form {
 public:
  /// A form as forms.h explains it. It borrows the text, which must be a literal.
  explicit Form(std::string_view text);

  /// False if the form asks for a word that is not among those of the word_bits() of a sentence. It is cheap, and excludes most forms.
  [[nodiscard]] bool can_stand_among(std::uint64_t bits) const;
  /// Whether the form stands somewhere in the sentence. Time: for each word at most looks_max().
  [[nodiscard]] bool stands_in(Sentence sentence) const;
  /// Whether the form stands in the sentence from the word at `at` on. That a clause begins there is not asked for. Precondition:
  /// `at` is a word of the sentence.
  [[nodiscard]] bool stands_at(Sentence sentence, std::size_t at) const;
  /// Whether its first part that is not optional is the verb of an order, so that it cannot stand where is_near_order() (commands.h)
  /// is false.
  [[nodiscard]] bool begins_with_order() const { return orders_; }
  /// The words and marks of a sentence, from the first one on, on which the form can stand, at most.
  [[nodiscard]] std::size_t words_max() const {
    std::size_t words = 0;
    for (const FormPart& part : parts_) {
      const bool gap = part.kind == FormPart::Kind::kGap || part.kind == FormPart::Kind::kInPhrase;
      words += part.kind == FormPart::Kind::kLongGap ? kLongGapMax : gap ? kGapMax : 2;  // a word may skip another one
    }
    return words;
  }
  /// In how many ways the parts can be laid on the words behind one word, at most.
  [[nodiscard]] std::size_t looks_max() const;

 private:
  [[nodiscard]] bool can_begin_with(const Word& word) const;
  [[nodiscard]] bool stands(Sentence sentence, std::size_t at, std::size_t part) const;
  [[nodiscard]] bool stands_behind_gap(Sentence sentence, std::size_t at, std::size_t part) const;
  [[nodiscard]] std::uint64_t first_words() const;

  static constexpr std::uint64_t kAnyWord = ~std::uint64_t{0};

  std::vector<FormPart> parts_;
  bool opens_ = false;        ///< the first part begins a clause
  bool orders_ = false;       ///< begins_with_order()
  std::uint64_t begins_ = 0;  ///< word_bits() of those with which the form can begin
  /// The same of the first parts that ask for one of several words.
  std::array<std::uint64_t, 3> needed_{kAnyWord, kAnyWord, kAnyWord};
};

}  // namespace turnstream::language
