#pragma once
// Features of a unit: the numbers that the score weighs. Threads: any; pure.

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "stages/common/notes/words.h"

namespace turnstream::notes {

struct FeatureRow {
  std::string_view name;
  double weight = 0;
};

/// The features in the order in which the score adds them, each with its weight. The weights are those of a conditional
/// logit model (L2 penalty 30), rounded: over sessions of the conversations 26, 30, 41, 42 and 43 of LoCoMo (Maharana et
/// al., 2024), a sentence that holds the answer to a question against the other sentences of its session. They were
/// cross-validated and tried once on conversations that were not used; they are not settings.
inline constexpr std::array<FeatureRow, 22> kFeatures{{
    {"idf", 1.5},       ///< the sum of the rarities of the stems / √(words + 4) / 5
    {"long", -1.},      ///< (words − 25) / 10, at least 0
    {"short", -.7},     ///< 1 for fewer than 8 words
    {"question", -.8},  ///< 1 for a question
    {"greet", -.5},     ///< 1 for a greeting
    {"thank", -.6},     ///< 1 for thanks
    {"cheer", -.6},     ///< 1 for a cheer
    {"fluff", -.2},     ///< the number of different words like "amazing"
    {"you", -.4},       ///< 1 for "you"
    {"I", .2},          ///< 1 for "I"
    {"I0", .3},         ///< 1 for "I", "we", "my", "our" as the first or second word
    {"my", .1},         ///< 1 for "my", "me"
    {"past", 1.},       ///< 1 for a past time: "yesterday", "for five years"
    {"cal", .9},        ///< 1 for a month, weekday, feast, year
    {"num", .5},        ///< 1 for a digit or a numeral
    {"proper", 1.4},    ///< proper words, at most 3, / 2, and .35 if there is one
    {"title", .9},      ///< 1 for a quoted title
    {"answer", .5},     ///< 1 if the other side asked a question in the message before
    {"answer_wh", .4},  ///< 1 if that question had a word like "where"
    {"repeats", .3},    ///< 1 if the unit has a stem of that question
    {"event", .4},      ///< 1 for "bought", "moved"
    {"kin", .4},        ///< 1 for a relative, friend or pet
}};

/// The place of a feature in kFeatures; their number if there is none of this name.
[[nodiscard]] constexpr std::size_t place_of_feature(std::string_view name) {
  std::size_t place = 0;
  while (place < kFeatures.size() && kFeatures[place].name != name) {
    ++place;
  }
  return place;
}

using FeatureValues = std::array<double, kFeatures.size()>;  ///< in the order of kFeatures

/// The last question of the message before, if another speaker wrote it.
struct Question {
  bool asked = false;
  bool with_question_word = false;  ///< "where", "how"
  Stems stems;                      ///< without names; empty if nothing was asked
};

/// The last question among the sentences of a message; not `asked` if there is none.
[[nodiscard]] Question question_in(std::string_view message, const Names& names);

/// `read`: the same unit, read. `stems`: its stems without names. `rarities`: one for each of them (rarity.h).
struct UnitParts {
  std::string_view text;
  const ReadText& read;
  const Stems& stems;
  std::span<const double> rarities;
};

/// The first feature: the one that changes as more messages are counted.
[[nodiscard]] double idf_of(std::span<const double> rarities, std::size_t words);

[[nodiscard]] FeatureValues features_of(const UnitParts& unit, const Question& question, const Names& names);

}  // namespace turnstream::notes
