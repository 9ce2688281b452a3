#include "stages/pattern/activities.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace turnstream::pattern {
namespace {

struct Activity {
  std::string_view word;
  std::string_view key;
};
/// In order of the words. Left out are those of which the shorter word is not a topic ("climb") or another one ("fish", "park").
constexpr Activity kActivities[] = {{"biking", "bike"},           {"blogging", "blog"},       {"boating", "boat"},
                                    {"bouldering", "boulder"},    {"budgeting", "budget"},    {"coaching", "coach"},
                                    {"counseling", "counsel"},    {"counselling", "counsel"}, {"dancing", "dance"},
                                    {"farming", "farm"},          {"filming", "film"},        {"gardening", "garden"},
                                    {"golfing", "golf"},          {"hiking", "hike"},         {"kayaking", "kayak"},
                                    {"skating", "skate"},         {"skiing", "ski"},          {"snorkeling", "snorkel"},
                                    {"snorkelling", "snorkel"},   {"surfing", "surf"},        {"swimming", "swim"},
                                    {"traveling", "travel"},      {"travelling", "travel"},   {"tutoring", "tutor"},
                                    {"volunteering", "volunteer"}};

}  // namespace

std::string activity_of(std::string word) {
  constexpr std::string_view kEnding = "ing";
  if (!word.ends_with(kEnding)) {
    return word;
  }
  const auto* const found =
      std::lower_bound(std::begin(kActivities), std::end(kActivities), word,
                       [](const Activity& row, const std::string& key) { return row.word < key; });
  return found != std::end(kActivities) && found->word == word ? std::string(found->key) : word;
}

}  // namespace turnstream::pattern
