#include "stages/semantic/notes/pointing.h"

#include <cstdint>

namespace turnstream::semantic {
namespace {

constexpr std::size_t kOpeningWords = 2;
constexpr std::size_t kVerbBytesMin = 6;  ///< "winning", not "being"
constexpr std::size_t kNameBytesMin = 3;
constexpr std::size_t kPluralBytesMin = 5;
constexpr std::uint32_t kTimes = notes::kAfterThis | notes::kAfterLast | notes::kSpan | notes::kCalendar;

bool is_deictic(const UnitWords& words, std::size_t place) {
  return words.is_in(place, kDeictic) && (place < kOpeningWords || place + 1 == words.size() || words.closes(place) ||
                                          words.is_in(place + 1, kBehindDeictic));
}

/// What the words of a unit have named so far, so that a pronoun may stand for it.
struct Named {
  bool object = false;  ///< "a boat", "my boat"
  bool many = false;    ///< "boats", "the family"
  bool person = false;  ///< "my sister"

  /// Whether the pronoun can stand for it.
  [[nodiscard]] bool is_meant(std::string_view pronoun) const {
    if (pronoun.starts_with("it")) {
      return object;
    }
    return pronoun.starts_with("th") || pronoun == "em" || pronoun == "both" ? many : person;
  }
  void add(const UnitWords& words, std::size_t place) {
    const std::uint32_t classes = words.classes(place);
    if ((classes & notes::kStop) != 0) {
      return;
    }
    object = object || (place > 0 && words.is_in(place - 1, kOwners)) || (place > 1 && words.is_in(place - 2, kOwners));
    person = person || (classes & notes::kKin) != 0;
    many = many || person || (place > 0 && is_plural(words.at(place)) && is_counted(words, place));
  }

 private:
  /// Precondition: `place` is not 0.
  static bool is_counted(const UnitWords& words, std::size_t place) {
    return words.is_in(place - 1, kBeforePlurals) || (words.classes(place - 1) & notes::kNumber) != 0;
  }
  static bool is_plural(std::string_view word) {
    return word == "people" || (word.size() >= kPluralBytesMin && word.ends_with('s') && !word.ends_with("ss"));
  }
};

/// Whether "this" or "the" at this place stands before a noun that was to be named: "this book", "the event".
bool is_before_known(const UnitWords& words, std::size_t place) {
  const std::size_t noun = place + 1;
  if (noun >= words.size() || words.closes(place)) {
    return false;
  }
  const std::string_view word = words.at(place);
  const bool definite = word == "the" || word.starts_with("tha") || word.starts_with("tho");
  const bool was_named =
      definite ? words.is_in(noun, kAnyNouns) && (words.closes(noun) || !words.is_in(noun + 1, kTellsWhich))
               : words.is_in(place, kNearDefinite) && (words.classes(noun) & (notes::kStop | kTimes)) == 0 &&
                     !words.is_in(noun, kNotNouns);
  return was_named && !words.stood_before(noun);
}

/// Whether the unit opens with a verb as its subject: "Winning was great".
bool opens_with_verb(const UnitWords& words) {
  return words.size() > 1 && words.at(0).size() >= kVerbBytesMin && words.at(0).ends_with("ing") &&
         (words.classes(0) & notes::kStop) == 0 && words.is_in(1, kBehindSubject);
}

/// Whether the unit continues a story: "We even won a cup!"
bool goes_on(const UnitWords& words) {
  return words.at(1) == "even" && (words.classes(0) & notes::kOpensSelf) != 0;
}

}  // namespace

bool points_back(const UnitWords& unit) {
  Named named;
  for (std::size_t place = 0; place < unit.size(); ++place) {
    // All words of the lists but these are stop words, so that most words need no look.
    const bool can = (unit.classes(place) & notes::kStop) != 0 || unit.is_in(place, kNoStopWords);
    const bool stands_for = can && unit.is_in(place, kPronouns) && !named.is_meant(unit.at(place));
    if (stands_for || (can && (is_deictic(unit, place) || is_before_known(unit, place)))) {
      return true;
    }
    named.add(unit, place);
  }
  return opens_with_verb(unit) || goes_on(unit);
}

bool names_something(const UnitWords& text) {
  for (std::size_t place = 0; place < text.size(); ++place) {
    if ((text.classes(place) & (notes::kStop | notes::kFluff | notes::kAsking)) == 0 && !text.is_in(place, kLight) &&
        text.at(place).size() >= kNameBytesMin) {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::semantic
