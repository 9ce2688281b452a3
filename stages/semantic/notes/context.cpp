#include "stages/semantic/notes/context.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "pipeline/model/note.h"
#include "stages/common/notes/openers.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/summary.h"
#include "stages/semantic/notes/pointing.h"

namespace turnstream::semantic {
namespace {

constexpr std::size_t kQuestion = notes::place_of_feature("question");
constexpr std::size_t kGreeting = notes::place_of_feature("greet");
constexpr std::size_t kThanks = notes::place_of_feature("thank");
constexpr std::size_t kCheer = notes::place_of_feature("cheer");

bool fits(std::string_view one, std::string_view other) {
  return one.size() + 1 + other.size() <= model::kQuotedCodePointsMax ||
         count_code_points(one) + 1 + count_code_points(other) <= model::kQuotedCodePointsMax;
}

/// The place of the unit before this one that tells something; `index` if there is none.
std::size_t telling_before(std::span<const notes::ScoredUnit> units, std::size_t index) {
  for (std::size_t i = index; i > 0; --i) {
    if (!is_social(units[i - 1])) {
      return i - 1;
    }
  }
  return index;
}

std::string before_joined(std::string_view before, const std::string& text) {
  return text.empty() ? std::string(before) : std::string(before).append(" ").append(text);
}

}  // namespace

std::vector<UnitPlace> places_of(std::span<const notes::ReadUnit> units) {
  std::vector<UnitPlace> places;
  places.reserve(units.size());
  for (const notes::ReadUnit& unit : units) {
    const UnitWords words(unit.read);
    UnitPlace& place = places.emplace_back();
    place.points = points_back(words);
    place.opens_it = words.is_in(0, kOpensIt);
    place.introduces = words.has_any(kIntroduces);
    place.poor = poor_signs_of(words);
  }
  return places;
}

Context context_of(std::span<const notes::ScoredUnit> units, std::span<const UnitPlace> places, std::size_t index,
                   const LastSaid& last, bool told) {
  Context context;
  std::size_t head = index;
  for (std::size_t shown = 0; places[head].points && shown < kUnitsBefore; ++shown) {
    const std::size_t before = telling_before(units, head);
    if (before == head || !fits(units[before].text, context.text)) {
      break;
    }
    head = before;
    context.text = before_joined(units[head].text, context.text);
  }
  const bool open = places[head].points && telling_before(units, head) == head;
  context.of_last = open && !told && !last.text.empty() && fits(last.text, context.text);
  context.open = open && !told && !context.of_last;
  if (context.of_last) {
    context.text = before_joined(last.text, context.text);
  }
  return context;
}

bool takes_next(std::span<const notes::ScoredUnit> units, std::span<const UnitPlace> places, std::size_t index) {
  const std::size_t next = index + 1;
  return next < units.size() && places[index].introduces && places[next].opens_it && !is_social(units[index]) &&
         !is_social(units[next]) && units[index].words + units[next].words <= kPairWordsMax &&
         units[index].score >= units[next].score;
}

std::string best_alone(std::span<const notes::ScoredUnit> units, std::span<const UnitPlace> places) {
  const notes::ScoredUnit* best = nullptr;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const bool can = !places[i].points && !is_social(units[i]) && units[i].features[kQuestion] == 0 &&
                     poverty_of(units[i], places[i].poor) == 0 && (best == nullptr || units[i].score > best->score) &&
                     (units[i].text.size() <= model::kQuotedCodePointsMax ||
                      count_code_points(units[i].text) <= model::kQuotedCodePointsMax);
    best = can ? &units[i] : best;
  }
  return best == nullptr ? std::string() : best->text;
}

std::string quoted_question(std::string_view message) {
  const std::vector<std::string_view> sentences = notes::sentences_of(message);
  const auto last = std::find_if(sentences.rbegin(), sentences.rend(), notes::is_question);
  if (last == sentences.rend()) {
    return {};
  }
  const auto before = last + 1;
  const std::string lower = before == sentences.rend() ? std::string() : notes::lower_form(*before);
  const bool tells = !lower.empty() && !notes::is_question(*before) && !notes::is_greeting(lower) &&
                     !notes::is_thanks(lower) && fits(*before, *last) && !names_something(notes::ReadText(*last)) &&
                     names_something(notes::ReadText(*before));
  return tells ? std::string(*before).append(" ").append(*last)
               : std::string(notes::cut_at_word(*last, model::kQuotedCodePointsMax));
}

bool is_social(const notes::ScoredUnit& unit) {
  return unit.score < notes::kWorthKeeping && (unit.features[kQuestion] > 0 || unit.features[kGreeting] > 0 ||
                                               unit.features[kThanks] > 0 || unit.features[kCheer] > 0);
}

}  // namespace turnstream::semantic
