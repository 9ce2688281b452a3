#include "stages/semantic/notes/poverty.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "stages/semantic/notes/pointing.h"

namespace turnstream::semantic {
namespace {

constexpr std::size_t kSelf[] = {notes::place_of_feature("I"), notes::place_of_feature("I0"),
                                 notes::place_of_feature("my")};
constexpr std::size_t kParticular[] = {notes::place_of_feature("past"), notes::place_of_feature("cal"),
                                       notes::place_of_feature("num"), notes::place_of_feature("proper"),
                                       notes::place_of_feature("title")};
constexpr std::size_t kTells[] = {notes::place_of_feature("event"), notes::place_of_feature("kin"),
                                  notes::place_of_feature("answer_wh")};
constexpr std::size_t kYou = notes::place_of_feature("you");

/// Chosen on the development conversations of docs/evaluation.md.
constexpr std::int64_t kPictureCost = 1'500'000'000;
constexpr std::int64_t kEncouragingCost = 1'500'000'000;
constexpr std::int64_t kCaptionCost = 2'000'000'000;
constexpr std::int64_t kEmptyCost = 1'500'000'000;
constexpr std::int64_t kOpenCost = 800'000'000;
constexpr std::int64_t kAdviceCost = 600'000'000;
constexpr std::int64_t kGeneralCost = 600'000'000;

/// Two words behind each other. The first one is in the list kOpensPair of unit_words.cpp.
using Pair = std::pair<std::string_view, std::string_view>;
/// What presents a picture: "here's a pic", "check out this photo".
constexpr auto kPresenting = std::to_array<Pair>(
    {{"check", "out"}, {"here", "are"}, {"here", "is"}, {"here", "s"}, {"look", "at"}, {"this", "is"}});
constexpr std::size_t kPictureWithin = 5;  ///< words behind what presents it
constexpr auto kEncouraging = std::to_array<Pair>({{"believe", "in"},
                                                   {"being", "there"},
                                                   {"encouragement", "means"},
                                                   {"give", "up"},
                                                   {"here", "for"},
                                                   {"i", "agree"},
                                                   {"i", "bet"},
                                                   {"i", "hope"},
                                                   {"keep", "going"},
                                                   {"keep", "it"},
                                                   {"keep", "pushing"},
                                                   {"keep", "up"},
                                                   {"let", "s"},
                                                   {"means", "a"},
                                                   {"mean", "a"},
                                                   {"proud", "of"},
                                                   {"rooting", "for"},
                                                   {"totally", "agree"},
                                                   {"your", "encouragement"},
                                                   {"your", "support"}});

template <typename List, typename Value>
bool is_in(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

template <std::size_t N>
bool has_any(const notes::ScoredUnit& unit, const std::size_t (&features)[N]) {
  return std::any_of(std::begin(features), std::end(features),
                     [&unit](std::size_t feature) { return unit.features[feature] > 0; });
}

}  // namespace

PoorSigns poor_signs_of(const UnitWords& unit) {
  PoorSigns signs;
  signs.empty = !names_something(unit);
  signs.caption = unit.text().lower().starts_with("[image");
  if (!unit.has_any(kOpensPair)) {
    return signs;
  }
  std::size_t presented = 0;  // up to which word a picture is presented
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit.is_in(i, kOpensPair)) {
      const Pair pair(unit.at(i), unit.at(i + 1));
      presented = is_in(kPresenting, pair) ? i + 1 + kPictureWithin : presented;
      signs.encourages = signs.encourages || is_in(kEncouraging, pair);
    }
    signs.pictures = signs.pictures || (i < presented && unit.is_in(i, kPictures));
  }
  return signs;
}

bool asks_for_advice(std::string_view question) {
  static constexpr std::string_view kAdvice[] = {"advice", "recommend", "suggest", "tips"};
  return std::any_of(std::begin(kAdvice), std::end(kAdvice),
                     [question](std::string_view word) { return question.find(word) != std::string_view::npos; });
}

std::int64_t poverty_of(const notes::ScoredUnit& unit, const PoorSigns& signs, PoorPlace place) {
  const std::int64_t cost = (place.open ? kOpenCost : 0) + (signs.caption ? kCaptionCost : 0);
  if (has_any(unit, kParticular)) {
    return cost;
  }
  const bool self = has_any(unit, kSelf);
  const bool advises = (unit.features[kYou] > 0 || place.advised) && !self;
  const bool general = unit.features[kYou] == 0 && !self && !has_any(unit, kTells);
  return cost + (signs.empty ? kEmptyCost : 0) + (signs.pictures ? kPictureCost : 0) +
         (signs.encourages ? kEncouragingCost : 0) + (advises ? kAdviceCost : 0) + (general ? kGeneralCost : 0);
}

}  // namespace turnstream::semantic
