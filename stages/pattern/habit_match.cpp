#include <algorithm>
#include <span>
#include <string_view>

#include "stages/common/change/topic_words.h"
#include "stages/common/language/stems.h"
#include "stages/common/language/word_set.h"
#include "stages/pattern/habit_ends.h"

namespace turnstream::pattern {
namespace {

using language::Sentence;
using language::WordSet;

/// What can stand behind an end without bounding it, as phrases: "I stopped drinking coffee years ago".
constexpr std::string_view kHarmless[] = {
    "anymore",   "any more",   "any longer", "altogether",  "completely",  "entirely",    "for good",  "for ever",
    "forever",   "years ago",  "months ago", "weeks ago",   "ages ago",    "while ago",   "year ago",  "month ago",
    "last week", "last month", "last year",  "last spring", "last summer", "last autumn", "last fall", "last winter",
    "recently",  "at all",     "by way",     "though",      "sadly",       "now",         "either"};

/// Whether both nouns mean the same: "bike", "bikes", "bicycle".
bool is_same_noun(const std::string& one, const std::string& other) {
  if (language::stem(one) == language::stem(other)) {
    return true;
  }
  const change::Meaning a = change::meaning_of(one);
  const change::Meaning b = change::meaning_of(other);
  const bool listed = a.root != change::root_of(one) || b.root != change::root_of(other);
  return !a.root.empty() && a.root == b.root && listed;
}

/// Whether what ended is the object of the habit: it has no word before it that the habit's has not, and the habit's no other that tells
/// it apart ("the company car").
bool is_object(const NounPhrase& ended, const NounPhrase& habit) {
  const auto has = [](const NounPhrase& phrase, const std::string& word) {
    return std::find(phrase.before.begin(), phrase.before.end(), word) != phrase.before.end();
  };
  return !ended.of_other && !habit.of_other && is_same_noun(ended.head, habit.head) &&
         std::all_of(ended.before.begin(), ended.before.end(), [&](const auto& word) { return has(habit, word); }) &&
         std::all_of(habit.before.begin(), habit.before.end(),
                     [&](const auto& word) { return has(ended, word) || change::meaning_of(word).root.empty(); });
}

/// Whether all words are harmless, or parts of what the habit has behind its object, too.
bool is_unbound(std::span<const std::string> words, std::span<const std::string> habit) {
  while (!words.empty()) {
    std::size_t size = 0;
    for (const std::string_view phrase : kHarmless) {
      size = begins_with(words, phrase) ? std::max(size, language::words_between(phrase).size()) : size;
    }
    for (std::size_t at = 0; at < habit.size(); ++at) {
      std::size_t same = 0;
      while (same < words.size() && at + same < habit.size() && words[same] == habit[at + same]) {
        ++same;
      }
      size = std::max(size, same);
    }
    if (size == 0) {
      return false;
    }
    words = words.subspan(size);
  }
  return true;
}

/// Of what one makes or sells a piece leaves, and the habit stays.
bool makes_object(const Activity& habit) {
  static const WordSet kMaking(
      "bake brew build buy cook craft draw fix grow knit make order paint produce repair sell sew write");
  return kMaking.has(habit.verb.front());
}

bool ends_activity(const HabitEnd& end, const Activity& habit) {
  const bool both = end.what.object.has_value() && habit.object.has_value();
  if (end.kind != HabitEndKind::kActivity) {
    const bool certain = end.kind == HabitEndKind::kGivenUp || (both && !habit.object->determiner.empty());
    return both && certain && !makes_object(habit) && is_object(*end.what.object, *habit.object) &&
           is_unbound(end.what.rest, habit.rest);
  }
  const bool same_verb =
      is_same_verb(end.what.verb.front(), habit.verb.front()) &&
      std::equal(end.what.verb.begin() + 1, end.what.verb.end(), habit.verb.begin() + 1, habit.verb.end());
  const bool none = !end.what.object.has_value() && !habit.object.has_value();
  return same_verb && (none || (both && is_object(*end.what.object, *habit.object))) &&
         is_unbound(end.what.rest, habit.rest);
}

}  // namespace

bool ends_habit(const HabitEnd& end, Sentence habit) {
  if (habit.empty()) {
    return false;
  }
  const std::vector<Activity> activities = activities_of_habit(habit);
  const auto ends = [&end](const Activity& activity) { return ends_activity(end, activity); };
  const bool all = end.kind == HabitEndKind::kActivity;
  return std::any_of(activities.begin(),
                     activities.begin() + (all ? static_cast<std::ptrdiff_t>(activities.size()) : 1), ends);
}

}  // namespace turnstream::pattern
