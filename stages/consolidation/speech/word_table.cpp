#include "stages/consolidation/speech/word_table.h"

#include <algorithm>
#include <array>

#include "stages/common/notes/word_slots.h"
#include "stages/consolidation/speech/intent_words.h"
#include "stages/consolidation/speech/referent_words.h"
#include "stages/consolidation/speech/standing_words.h"
#include "stages/consolidation/speech/wording_words.h"

namespace turnstream::consolidation::words {
namespace {

/// Calls `visit` with each list.
template <typename Visit>
constexpr void each_list(const Visit& visit) {
  const auto all = [&visit](const auto&... lists) { (visit(lists), ...); };
  all(kThings, kMany, kReferring, kFavorites, kParts, kPointersAlone, kChosen, kBeforeNouns, kAskingForNouns,
      kAuxiliaries, kNamesNothing, kAbstractNouns, kHaving, kSome, kTakesActivity, kAnnounced, kAfterwards, kEnds,
      kTells, kPicked, kBehindNouns, kBeforeAdjectives, kDoing, kActions, kBehindPronouns, kObjectPronouns,
      kPrepositions, kBetweenClauses, kPets, kLikings, kClauseBehind, kGroups, kBehindPointersAlone, kEmptySubjectVerbs,
      kClauseOpenings);
  all(kEndInS, kWe, kCompanions, kBareEvents, kBeforeBareEvents, kPlainAdjectives, kBareWorks, kIntroduces, kBareVerbs,
      kSubjects, kDefinite, kTellsWhich, kBeing, kJoining, kOnlyOne, kGeneralNouns, kPictures, kBeforeOne, kQuantities,
      kBehindQuantities, kBeforeNames, kBeforePlaces, kBehindPlaces, kObjects, kOwnRelatives, kOwners);
  all(kKinds, kBeforeKinds, kKindlessAdjectives, kHappenings, kBeforeHappenings, kTakesIn, kAmounts, kMasters, kGoesOn,
      kSuggestions, kSeeing, kUs, kBeforeParts, kAnimals, kManners, kBehindKinds, kEmptyHappenings, kBehindEmpty,
      kKnownToAll, kAdvice, kPraisesBehindThat, kWanting, kYou, kPraise, kLooking, kStronger, kLeavesFor);
  all(kThingPointers, kPluralPointers, kConnections, kPresentations, kTalkPairs, kTalkPairsBehindSince, kVague,
      kCheerPairs, kInterjections, kYesOrNo, kInterjectionPairs, kPointers, kPersonPointers, kPronouns, kDemonstratives,
      kAddresses, kSelfWords, kOwnWords, kReactions, kBetween, kReactingVerbs, kPerceivingVerbs, kReactingObjects,
      kMoods, kMoodObjects, kRelativeTimes, kMonths, kTimeSpans, kWeOrI, kBeforeVerbs);
  all(kStepWords, kAsksToDo, kWorkVerbs, kNextVerbs, kMoments, kWishes, kOwnersButMe, kSeekingVerbs, kLasting,
      kOrderPairs);
}

constexpr std::string_view first_word(std::string_view word) {
  return word;
}
constexpr std::string_view first_word(const Pair& pair) {
  return pair[0];
}

constexpr bool numbers_differ() {
  ListSet seen;
  bool differ = true;
  each_list([&](const auto& list) {
    differ = differ && list.number() < kListsMax && !seen.has(list.number());
    seen.add(list.number());
  });
  return differ;
}
static_assert(numbers_differ());

template <std::size_t N>
constexpr bool is_sorted(const List<N>& list) {
  return std::is_sorted(list.begin(), list.end());
}
/// Pairs are looked up one after the other.
template <std::size_t N>
constexpr bool is_sorted(const Pairs<N>&) {
  return true;
}
constexpr bool lists_are_sorted() {
  bool sorted = true;
  each_list([&](const auto& list) { sorted = sorted && is_sorted(list); });
  return sorted;
}
static_assert(lists_are_sorted());

using Table = notes::WordSlots<ListSet, 12>;

Table make_table() {
  Table table;
  each_list([&table](const auto& list) {
    for (const auto& row : list) {
      table.at(first_word(row)).add(list.number());
    }
  });
  return table;
}

}  // namespace

ListSet lists_of(std::string_view word) {
  static const Table kTable = make_table();
  return kTable.find(word);
}

}  // namespace turnstream::consolidation::words
