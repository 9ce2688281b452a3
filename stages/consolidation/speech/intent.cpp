#include "stages/consolidation/speech/intent.h"

#include <algorithm>

#include "stages/consolidation/speech/intent_words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kIntentCost = 3'000'000'000;
constexpr std::size_t kCalendar = notes::place_of_feature("cal");
constexpr std::size_t kProper = notes::place_of_feature("proper");
constexpr std::size_t kTitle = notes::place_of_feature("title");
constexpr std::size_t kKin = notes::place_of_feature("kin");
static_assert(std::max({kCalendar, kProper, kTitle, kKin}) < notes::kFeatures.size());

Tokens behind_steps(Tokens tokens) {
  while (!tokens.empty() && (tokens.front().sign || words::kStepWords.has(tokens.front().text))) {
    tokens = tokens.subspan(1);
  }
  return tokens;
}

bool begins_with(Tokens tokens, std::string_view first, std::string_view second) {
  return word_at(tokens, 0) == first && word_at(tokens, 1) == second;
}

/// "let me", "I will", "I'm going to": how many tokens; 0 if it begins with none of them.
std::size_t announcement(Tokens tokens) {
  const words::Word& first = word_at(tokens, 0);
  if (first == "i'll") {
    return 1;
  }
  if (begins_with(tokens, "let", "me") || begins_with(tokens, "i", "will")) {
    return 2;
  }
  const bool short_form = begins_with(tokens, "i'm", "going") && word_at(tokens, 2) == "to";
  const bool long_form = begins_with(tokens, "i", "am") && begins_with(tokens.subspan(2), "going", "to");
  return short_form ? 3 : long_form ? 4 : 0;
}

bool is_order(Tokens tokens) {
  const bool asks = words::kAsksToDo.has(word_at(tokens, 0)) && word_at(tokens, 1) == "you";
  const Tokens rest = asks ? behind_steps(tokens.subspan(2)) : tokens;
  if (!words::kWorkVerbs.has(word_at(rest, 0)) && !words::kOrderPairs.has(word_at(rest, 0), word_at(rest, 1))) {
    return false;
  }
  static constexpr words::ListSet kOfMoreThanNow = words::set_of(words::kOwnersButMe, words::kLasting);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text.lists().meets(kOfMoreThanNow) || begins_with(tokens.subspan(i), "now", "on")) {
      return false;
    }
  }
  return true;
}

bool is_next_action(Tokens tokens) {
  if (const std::size_t length = announcement(tokens); length > 0) {
    const words::Word& verb = word_at(behind_steps(tokens.subspan(length)), 0);
    return words::kNextVerbs.has(verb) || (tokens[0].text == "let" && words::kSeekingVerbs.has(verb));
  }
  const bool waits = begins_with(tokens, "give", "me") && (word_at(tokens, 2) == "a" || word_at(tokens, 2) == "one");
  return waits ? words::kMoments.has(word_at(tokens, 3))
               : word_at(tokens, 0) == "one" && words::kMoments.has(word_at(tokens, 1));
}

bool is_wish(Tokens tokens) {
  const bool hopes = begins_with(tokens, "i", "hope");
  const Tokens wish = hopes ? tokens.subspan(1) : tokens;
  return words::kWishes.has(word_at(wish, 0), word_at(wish, 1));
}

}  // namespace

Intent intent_of(Tokens spoken) {
  const Tokens tokens = behind_steps(spoken);
  if (tokens.empty()) {
    return Intent::kNone;
  }
  if (is_wish(tokens)) {
    return Intent::kWish;
  }
  if (is_next_action(tokens)) {
    return Intent::kNextAction;
  }
  return is_order(tokens) ? Intent::kOrder : Intent::kNone;
}

std::int64_t cost_of(Intent intent, const notes::FeatureValues& features) {
  if (intent == Intent::kNone || features[kTitle] > 0 || features[kKin] > 0) {
    return 0;
  }
  // The days that a wish names are in capitals, too.
  const bool dated = features[kCalendar] > 0;
  const bool stays = intent == Intent::kWish ? features[kProper] > 0 && !dated : features[kProper] > 0 || dated;
  return stays ? 0 : kIntentCost;
}

}  // namespace turnstream::consolidation
