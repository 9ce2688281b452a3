#include "stages/consolidation/speech/word_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pipeline/base/check.h"
#include "stages/common/notes/first_bytes.h"
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

/// A table with open addressing. A word stands in its slot as numbers, so that no bytes are compared.
class Table {
 public:
  Table() {
    each_list([this](const auto& list) {
      for (const auto& row : list) {
        add(first_word(row), list.number());
      }
    });
    CHECK(words_ * 3 < kSlots);
  }

  [[nodiscard]] ListSet find(std::string_view word) const {
    return word.size() > kWordBytesMax ? ListSet() : slots_[place_of(key_of(word))].lists;
  }

 private:
  static constexpr int kSlotBits = 12;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
  static constexpr std::size_t kWordBytesMax = 16;

  /// The bytes of a word, with zeros behind them.
  struct Key {
    std::uint64_t first = 0;  ///< 0 in a free slot
    std::uint64_t second = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Slot {
    Key key;
    ListSet lists;
  };

  static Key key_of(std::string_view word) {
    constexpr std::size_t kHalf = sizeof(std::uint64_t);
    if (word.size() <= kHalf) {
      return {notes::first_bytes(word), 0};
    }
    return {notes::first_bytes(word.substr(0, kHalf)), notes::first_bytes(word.substr(kHalf))};
  }

  void add(std::string_view word, std::size_t number) {
    CHECK(!word.empty() && word.size() <= kWordBytesMax);
    Slot& slot = slots_[place_of(key_of(word))];
    words_ += slot.key.first == 0 ? 1 : 0;
    slot.key = key_of(word);
    slot.lists.add(number);
  }

  /// The slot of the word, or the free one where it belongs.
  [[nodiscard]] std::size_t place_of(const Key& key) const {
    std::size_t at = ((key.first ^ key.second << 1) * 0x9e3779b97f4a7c15ULL) >> (64 - kSlotBits);
    while (slots_[at].key.first != 0 && slots_[at].key != key) {
      at = (at + 1) % kSlots;
    }
    return at;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
  std::size_t words_ = 0;
};

}  // namespace

ListSet lists_of(std::string_view word) {
  static const Table kTable;
  return kTable.find(word);
}

}  // namespace turnstream::consolidation::words
