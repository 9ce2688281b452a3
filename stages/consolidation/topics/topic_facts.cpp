#include "stages/consolidation/topics/topic_facts.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/text_index.h"

namespace turnstream::consolidation {
namespace {

/// Texts that say the same.
struct Draft {
  model::TopicFact fact;
  std::string normal;  ///< the text in normal form
  std::vector<std::string> words;
  std::vector<std::uint32_t> word_set;
  std::int64_t occurrences = 0;
  std::int64_t importance = 0;
  EventTime at;

  [[nodiscard]] std::int64_t weight() const { return occurrences * importance; }
};

Draft draft_of(const TopicEvent& event) {
  Draft draft;
  draft.fact.text = event.text;
  draft.normal = normalise(event.text);
  draft.words = evidence::index_words(event.text);
  draft.word_set = evidence::word_set(draft.words);
  draft.at = event.at;
  return draft;
}

bool say_the_same(const Draft& a, const Draft& b, std::int64_t similarity) {
  return a.normal == b.normal ||
         (evidence::jaccard_at_most(a.word_set, b.word_set) >= similarity &&
          evidence::jaccard(a.words, b.words) >= similarity && !evidence::differ_in_substance(a.words, b.words));
}

void take(Draft& draft, Draft other, const TopicEvent& event) {
  draft.occurrences += event.count;
  draft.importance = std::max(draft.importance, event.importance);
  if (event.at >= draft.at) {
    draft.fact.text = std::move(other.fact.text);
    draft.normal = std::move(other.normal);
    draft.words = std::move(other.words);
    draft.word_set = std::move(other.word_set);
    draft.at = event.at;
  }
  draft.fact.sources.insert(draft.fact.sources.end(), event.sources.begin(), event.sources.end());
}

/// Among those with a text.
std::int64_t highest_value(std::span<const TopicEvent> events) {
  std::int64_t highest = 0;
  for (const TopicEvent& event : events) {
    highest = event.text.empty() ? highest : std::max(highest, event.value);
  }
  return highest;
}

}  // namespace

std::vector<model::TopicFact> facts_of(std::span<const TopicEvent> events, std::size_t facts_max,
                                       std::int64_t similarity) {
  std::vector<Draft> drafts;
  const std::int64_t highest = highest_value(events);
  for (const TopicEvent& event : events) {
    // Values are far below 2^63 / 4.
    if (event.text.empty() || (event.value > 0 && event.value * 4 < highest * 3)) {
      continue;
    }
    Draft draft = draft_of(event);
    auto same = std::find_if(drafts.begin(), drafts.end(),
                             [&](const Draft& known) { return say_the_same(known, draft, similarity); });
    if (same == drafts.end()) {
      same = drafts.insert(drafts.end(), draft);
    }
    take(*same, std::move(draft), event);
  }
  std::stable_sort(drafts.begin(), drafts.end(), [](const Draft& a, const Draft& b) {
    return a.weight() != b.weight() ? a.weight() > b.weight() : a.at > b.at;
  });
  std::vector<model::TopicFact> facts;
  for (std::size_t i = 0; i < std::min(facts_max, drafts.size()); ++i) {
    facts.push_back(std::move(drafts[i].fact));
  }
  return facts;
}

}  // namespace turnstream::consolidation
