#include "stages/consolidation/speech/wording.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "stages/common/notes/score.h"
#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/times.h"
#include "stages/consolidation/speech/tokens.h"
#include "stages/consolidation/speech/wording_words.h"

namespace turnstream::consolidation {
namespace {

/// How many tokens here say that something else follows: "on another note".
std::size_t change_of_subject(Tokens tokens, std::size_t at) {
  for (std::size_t length = 3; word_at(tokens, at) == "on" && length <= 4; ++length) {
    if (word_at(tokens, at + length - 1) == "note") {
      return length;
    }
  }
  return 0;
}

/// How many tokens at the front are interjections, names of the speakers or signs.
std::size_t lead_in(Tokens tokens, const notes::Names& speakers) {
  std::size_t at = 0;
  while (at < tokens.size()) {
    const words::Word& word = tokens[at].text;
    const bool skipped_sign = tokens[at].sign && word != "[";
    if (words::kInterjectionPairs.has(word, word_at(tokens, at + 1))) {
      at += word == "by" ? 3 : 2;
    } else if (const std::size_t note = change_of_subject(tokens, at); note > 0) {
      at += note;
    } else if (skipped_sign || words::kInterjections.has(word) || is_short_name(tokens[at], speakers)) {
      ++at;
    } else {
      break;
    }
  }
  return std::min(at, tokens.size());
}

/// Whether what begins with "I" or "I'm" only reacts.
bool self_reacts(Tokens tokens) {
  std::size_t at = 1;
  while (words::kBetween.has(word_at(tokens, at))) {
    ++at;
  }
  const words::Word& verb = word_at(tokens, at);
  const words::Word& object = word_at(tokens, at + 1);
  if (tokens[0].text == "i'm") {
    return words::kMoods.has(verb) && words::kMoodObjects.has(object);
  }
  return (tokens[0].text == "i" || tokens[0].text == "i'd") &&
         (words::kReactingVerbs.has(verb) ||
          (words::kPerceivingVerbs.has(verb) && words::kReactingObjects.has(object)));
}

Opening opening_of(Tokens tokens) {
  if (tokens.empty()) {
    return Opening::kNothing;
  }
  const words::Word& first = tokens[0].text;
  const words::Word& second = word_at(tokens, 1);
  if (first == "[") {
    return second == "image" ? Opening::kCaption : Opening::kOther;
  }
  if (words::kPointers.has(first)) {
    return words::kDemonstratives.has(first) && words::kTimeSpans.has(second) ? Opening::kOther : Opening::kPointing;
  }
  if (words::kAddresses.has(first)) {
    return Opening::kAddressing;
  }
  const bool just = first == "just" && words::kReactions.has(second);
  if (words::kReactions.has(first) || just || (first == "can't" && second == "wait")) {
    return Opening::kReacting;
  }
  if (words::kSelfWords.has(first)) {
    return self_reacts(tokens) ? Opening::kReacting : Opening::kSelf;
  }
  return Opening::kOther;
}

/// Whether "he" or "she" stands before a person or pet was named: by a name, or as a relative, friend or pet.
bool names_nobody(Tokens tokens, const notes::Names& speakers) {
  bool named = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const words::Word& word = tokens[i].text;
    if (words::kPersonPointers.has(word)) {
      return !named;
    }
    const bool capital_inside = i > 0 && !ends_clause(tokens[i - 1]) && tokens[i].capital &&
                                (tokens[i].classes & notes::kStop) == 0 && !words::kSelfWords.has(word);
    named = named || (tokens[i].classes & notes::kKin) != 0 ||
            (capital_inside && !word.ends_with('s') && !speakers.has(word));
  }
  return false;
}

/// Whether two words of the list stand side by side. `lists`: those that have any of the words.
template <std::size_t N>
bool has_pair(Tokens tokens, const words::Pairs<N>& pairs, const words::ListSet& lists) {
  if (!lists.has(pairs.number())) {
    return false;
  }
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (pairs.has(tokens[i].text, tokens[i + 1].text)) {
      return true;
    }
  }
  return false;
}

/// Whether the unit only presents a picture or an object: "Here's one I made."
bool shows_picture(Tokens spoken) {
  return word_at(spoken, 0) == "here's" || words::kPresentations.has(word_at(spoken, 0), word_at(spoken, 1));
}

/// Whether a unit begins as an example of what was said before, or a contrast to it.
bool is_connected(Tokens spoken) {
  return words::kConnections.has(word_at(spoken, 0), word_at(spoken, 1));
}

/// Whether a unit speaks of "it" or "these" without saying what they are, and does not begin as one that is connected.
bool speaks_of_unnamed(Tokens spoken) {
  bool near = true;
  for (std::size_t i = 0; i < spoken.size(); ++i) {
    const words::Word& word = spoken[i].text;
    near = near && i < words::kThingPointersAt && !spoken[i].sign;
    const bool points = near ? words::kThingPointers.has(word) : words::kPluralPointers.has(word);
    if (points && !words::kTimeSpans.has(word_at(spoken, i + 1)) && word_at(spoken, i + 1) != "days") {
      return true;
    }
  }
  return false;
}

/// The features that name something particular.
constexpr std::array<std::size_t, 7> kParticular{notes::place_of_feature("past"),  notes::place_of_feature("cal"),
                                                 notes::place_of_feature("num"),   notes::place_of_feature("proper"),
                                                 notes::place_of_feature("title"), notes::place_of_feature("event"),
                                                 notes::place_of_feature("kin")};
/// Those of them that name a person or an object, rather than a time or event.
constexpr std::array<std::size_t, 5> kNaming{notes::place_of_feature("cal"), notes::place_of_feature("num"),
                                             notes::place_of_feature("proper"), notes::place_of_feature("title"),
                                             notes::place_of_feature("kin")};
constexpr std::size_t kPast = notes::place_of_feature("past");
constexpr std::size_t kEvent = notes::place_of_feature("event");
constexpr std::size_t kQuestion = notes::place_of_feature("question");
constexpr std::size_t kAnswer = notes::place_of_feature("answer");
static_assert(*std::max_element(kParticular.begin(), kParticular.end()) < notes::kFeatures.size());
static_assert(kAnswer < notes::kFeatures.size());

/// Costs in 10⁻⁹. They were chosen on the development conversations of docs/evaluation.md.
constexpr std::int64_t kReactionCost = 1'500'000'000;
constexpr std::int64_t kAddressCost = 1'000'000'000;
constexpr std::int64_t kQuestionCost = 1'500'000'000;
constexpr std::int64_t kGeneralCost = 800'000'000;          ///< nothing particular, and not about the speaker
constexpr std::int64_t kGeneralAdviceCost = 1'800'000'000;  ///< the same, to the other side: "Just keep going."
constexpr std::int64_t kNearlyGeneralCost = 300'000'000;    ///< only one particular of these

/// What a unit is worth less as a memory.
constexpr std::int64_t kAgreementLack = 800'000'000;
constexpr std::int64_t kAddressLack = 1'500'000'000;
constexpr std::int64_t kEncouragementLack = 2'000'000'000;  ///< nothing about the speaker
constexpr std::int64_t kGeneralLack = 800'000'000;
constexpr std::int64_t kGeneralAnswerLack = 300'000'000;
constexpr std::int64_t kOwnFeelingLack = 600'000'000;  ///< about the speaker, with nothing particular
constexpr std::int64_t kCheerLack = 1'200'000'000;
constexpr std::int64_t kShowingLack = 1'000'000'000;
constexpr std::int64_t kSmallTalkLack = 1'000'000'000;
constexpr std::size_t kSmallTalkWords = 10;  ///< with more of them, a sentence says something else, too
constexpr std::int64_t kAskingLack = 1'500'000'000;
constexpr std::int64_t kEmptyEventLack = 2'500'000'000;
constexpr std::int64_t kShortLack = 1'000'000'000;
constexpr std::size_t kStemsMin = 3;

std::int64_t cost_of(Opening opening) {
  switch (opening) {
    case Opening::kReacting:
    case Opening::kNothing:
      return kReactionCost;
    case Opening::kAddressing:
    case Opening::kCaption:
      return kAddressCost;
    default:
      return 0;
  }
}

/// Whether the unit asks the other side to do something: "let's", "Don't wait."
bool asks_other_side(Tokens tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const words::Word& word = tokens[i].text;
    const bool opens = i == 0 || ends_clause(tokens[i - 1]);
    if (word == "let's" || word == "lets" || (word == "don't" && opens)) {
      return true;
    }
  }
  return false;
}

/// Whether the first sentence is about the one who speaks: "Lately I row", not "Rowing! I love it."
bool is_first_sentence_own(Tokens spoken) {
  const auto own = std::find_if(spoken.begin(), spoken.end(), [](const Token& token) {
    return ends_sentence(token) || words::kOwnWords.has(token.text);
  });
  return own != spoken.end() && !own->sign;
}

}  // namespace

Wording wording_of(std::string_view unit, const notes::Names& speakers) {
  return wording_of(TokenList(unit).all(), speakers);
}

Wording wording_of(Tokens unit, const notes::Names& speakers) {
  static constexpr words::ListSet kPersons = words::set_of(words::kPersonPointers);
  static constexpr words::ListSet kUnnamed = words::set_of(words::kThingPointers, words::kPluralPointers);
  static constexpr words::ListSet kPronouns = words::set_of(words::kPronouns, words::kPersonPointers);
  const Tokens all = unit;
  const Tokens spoken = all.subspan(lead_in(all, speakers));
  const words::ListSet lists = lists_of(all);  // Most of what is looked for is in no unit.
  const bool connected = is_connected(spoken);
  Wording wording;
  wording.opening = opening_of(spoken);
  wording.about_self = wording.opening == Opening::kSelf || lists.has(words::kOwnWords.number());
  wording.opens_self = wording.opening == Opening::kSelf || (wording.about_self && is_first_sentence_own(spoken));
  const bool nobody = lists.meets(kPersons) && names_nobody(all, speakers);
  wording.points_back = wording.opening == Opening::kPointing || nobody || connected ||
                        (lists.meets(kUnnamed) && speaks_of_unnamed(spoken));
  wording.relative_time = has_relative_time(all);
  wording.happened = lists.has(words::kWeOrI.number()) && tells_event(all);
  wording.addresses = lists.has(words::kAddresses.number()) || asks_other_side(all);
  wording.words = static_cast<std::size_t>(
      std::count_if(spoken.begin(), spoken.end(), [](const Token& token) { return !token.sign; }));
  wording.shows = shows_picture(spoken);
  wording.has_pronoun = lists.meets(kPronouns);
  wording.small_talk = has_pair(all, words::kTalkPairs, lists) || is_since_last_talk(all);
  wording.vague = lists.has(words::kVague.number());
  wording.says_yes_or_no =
      !all.empty() && (words::kYesOrNo.has(all.front().text) ||
                       (word_at(spoken, 1) == "of" && (word_at(spoken, 0) == "kind" || word_at(spoken, 0) == "sort")));
  wording.intent = intent_of(spoken);
  wording.cheers = has_pair(all, words::kCheerPairs, lists);
  wording.referents = referents_of(spoken, speakers);
  wording.standing = standing_of(spoken, speakers);
  wording.unsaid = unsaid_in(spoken);
  wording.referents.unnamed_person = nobody;
  wording.referents.unnamed = wording.referents.unnamed || nobody || connected;
  return wording;
}

bool has_relative_time(std::string_view unit) {
  return has_relative_time(TokenList(unit).all());
}

std::int64_t cost_of(const Wording& wording, const notes::FeatureValues& features) {
  std::int64_t cost =
      cost_of(wording.opening) + cost_of(wording.intent, features) + (features[kQuestion] > 0 ? kQuestionCost : 0);
  const auto particular =
      std::count_if(kParticular.begin(), kParticular.end(), [&](std::size_t index) { return features[index] > 0; });
  if (features[kAnswer] > 0 || particular > 1 || wording.about_self) {
    return cost;
  }
  const bool advises = wording.addresses && wording.opening != Opening::kAddressing;
  return cost + (particular > 0 ? kNearlyGeneralCost : advises ? kGeneralAdviceCost : kGeneralCost);
}

std::int64_t lack_of(const Wording& wording, const notes::FeatureValues& features, std::size_t stems, Answering asked) {
  const auto particular =
      std::count_if(kParticular.begin(), kParticular.end(), [&](std::size_t index) { return features[index] > 0; });
  std::int64_t lack = asked.agrees ? kAgreementLack : 0;
  const bool names =
      std::any_of(kNaming.begin(), kNaming.end(), [&](std::size_t index) { return features[index] > 0; });
  lack += !wording.addresses ? 0 : !wording.about_self ? kEncouragementLack : names ? 0 : kAddressLack;
  const bool only_talk =
      wording.small_talk && wording.words <= kSmallTalkWords && !wording.standing.particular && features[kEvent] == 0;
  lack += only_talk ? 3 * kSmallTalkLack : wording.small_talk && particular < 3 ? kSmallTalkLack : 0;
  lack +=
      !names && features[kPast] == 0 && !wording.about_self ? (asked.answers ? kGeneralAnswerLack : kGeneralLack) : 0;
  lack += particular == 0 && wording.about_self && !asked.answers && !wording.relative_time ? kOwnFeelingLack : 0;
  lack += wording.cheers && !names ? kCheerLack : 0;
  lack += wording.shows || wording.opening == Opening::kCaption ? (names ? kShowingLack : 2 * kShowingLack) : 0;
  lack += features[kQuestion] > 0 ? kAskingLack : 0;
  lack += wording.referents.empty_event ? kEmptyEventLack : 0;
  lack += stems < kStemsMin ? kShortLack : 0;
  return lack;
}

}  // namespace turnstream::consolidation
