#pragma once
// Form parts: a form of form_rows.cpp, read once, and where it stands in a sentence. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"
#include "stages/episodic/signals/word_set.h"

namespace turnstream::episodic {

/// How many words and marks a gap stands for at most.
inline constexpr std::size_t kGapMax = 4;

/// One part of a form; forms.h explains how each is written.
struct FormPart {
  enum class Kind : std::uint8_t {
    kWords,
    kNoneOf,
    kAny,
    kGap,       ///< any words and marks
    kInPhrase,  ///< words that can stand inside a noun phrase or between it and its verb
    kKin,
    kActivity,
    kOrderVerb,
    kPlainVerb,
    kName,
    kGiven,
    kCode,
    kTime,
    kEnd,  ///< stands for no word, as the next two
    kPhraseEnd,
    kNotBefore,
  };
  Kind kind = Kind::kWords;
  bool optional = false;
  WordSet words{""};
};

class Form {
 public:
  /// A form as forms.h explains it. It borrows the text, which must be a literal.
  explicit Form(std::string_view text);

  /// Whether the form stands somewhere in the sentence. Time: for each word at most looks_max().
  [[nodiscard]] bool stands_in(language::Sentence sentence) const;
  /// In how many ways the parts can be laid on the words behind one word, at most.
  [[nodiscard]] std::size_t looks_max() const;

 private:
  [[nodiscard]] bool stands(language::Sentence sentence, std::size_t at, std::size_t part) const;
  [[nodiscard]] bool stands_behind_gap(language::Sentence sentence, std::size_t at, std::size_t part) const;
  [[nodiscard]] std::uint32_t first_letters() const;

  std::vector<FormPart> parts_;
  bool opens_ = false;         ///< the first part begins a clause
  std::uint32_t letters_ = 0;  ///< with which letters the form can begin
};

}  // namespace turnstream::episodic
