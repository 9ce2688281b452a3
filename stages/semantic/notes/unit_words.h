#pragma once
// UnitWords: the words of a unit, each with the word lists of this folder that have it. They are looked up once, for all rules
// that read the unit: whether it points back (pointing.h), is poor (poverty.h), or introduces something (context.h). Threads: any;
// constant once it is made. Lifetime: borrows the text.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stages/common/notes/word_classes.h"
#include "stages/common/notes/words.h"

namespace turnstream::semantic {

/// One bit a list. The lists are in unit_words.cpp.
enum UnitList : std::uint32_t {
  kPronouns = 1U << 0U,       ///< they stand for something wherever they are: "it", "them"
  kDeictic = 1U << 1U,        ///< they do so in some places: "that was hard", but not "the day that I left"
  kNoStopWords = 1U << 2U,    ///< those of both lists that are not stop words
  kBehindDeictic = 1U << 3U,  ///< what stands behind these places: "is", "and"
  kNearDefinite = 1U << 4U,   ///< before a noun, they say that it was named: "this book"
  kAnyNouns = 1U << 5U,  ///< nouns that stand for what was said before, if nothing behind them says which: "the event"
  kNotNouns =
      1U << 6U,        ///< behind "this" they name nothing that was named before: times, and pictures, which are shown
  kOwners = 1U << 7U,  ///< what stands before a noun that is named for the first time: "a", "my"
  kBeforePlurals =
      1U << 8U,            ///< what stands before nouns of many, so that a word with "s" at its end is not a verb: "in"
  kTellsWhich = 1U << 9U,  ///< what follows a noun and says which one is meant: "the trip to Oslo"
  kBehindSubject = 1U << 10U,  ///< what follows a verb that is the subject: "Winning was great"
  kLight = 1U << 11U,          ///< besides stop words: they tell nothing of a topic
  kOpensIt = 1U << 12U,        ///< as the first word: the unit may continue the one before
  kIntroduces = 1U << 13U,     ///< the unit behind may say what it is: "a book", "something"
  kOpensPair = 1U << 14U,      ///< the first words of the pairs in poverty.cpp
  kPictures = 1U << 15U,       ///< "photo", "pics"
};

/// Words by place. Behind the last one they are empty, stop words and in no list.
class UnitWords {
 public:
  UnitWords(const notes::ReadText& text);  // NOLINT(google-explicit-constructor): a text whose words are looked up

  [[nodiscard]] std::size_t size() const { return lists_.size(); }
  [[nodiscard]] std::string_view at(std::size_t place) const {
    return place < size() ? text_.letters(text_.words()[place]) : std::string_view();
  }
  /// Their classes of notes/word_classes.h.
  [[nodiscard]] std::uint32_t classes(std::size_t place) const {
    return place < size() ? text_.words()[place].classes : std::uint32_t{notes::kStop};
  }
  /// Whether one of the lists has the word.
  [[nodiscard]] bool is_in(std::size_t place, std::uint32_t lists) const {
    return place < size() && (lists_[place] & lists) != 0;
  }
  /// Whether one of the lists has a word of the unit.
  [[nodiscard]] bool has_any(std::uint32_t lists) const { return (all_ & lists) != 0; }
  /// Whether the word is the last one, or a sign stands behind it. Precondition: there is a word in this place.
  [[nodiscard]] bool closes(std::size_t place) const;
  [[nodiscard]] bool stood_before(std::size_t place) const;
  [[nodiscard]] const notes::ReadText& text() const { return text_; }

 private:
  const notes::ReadText& text_;
  std::vector<std::uint32_t> lists_;  ///< of each word
  std::uint32_t all_ = 0;             ///< of all words together
};

}  // namespace turnstream::semantic
