#include "stages/consolidation/topics/topic_facts.h"

#include <algorithm>
#include <optional>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/text_index.h"

namespace turnstream::consolidation {
namespace {

/// A text in the forms in which texts are compared.
struct Compared {
  std::string normal;
  std::vector<std::string> words;
  std::vector<std::uint32_t> word_set;
};

/// Texts that say the same.
struct Draft {
  model::TopicFact fact;
  std::optional<Compared> compared;  ///< of the fact's text; computed when there is another one
  std::int64_t occurrences = 0;
  std::int64_t importance = 0;
  EventTime at;

  [[nodiscard]] std::int64_t weight() const { return occurrences * importance; }
};

Draft draft_of(const TopicEvent& event) {
  Draft draft;
  draft.fact.text = event.text;
  draft.at = event.at;
  return draft;
}

const Compared& compared(Draft& draft) {
  if (!draft.compared.has_value()) {
    Compared& made = draft.compared.emplace();
    made.normal = normalise(draft.fact.text);
    made.words = evidence::index_words(draft.fact.text);
    made.word_set = evidence::word_set(made.words);
  }
  return *draft.compared;
}

bool say_the_same(const Compared& a, const Compared& b, std::int64_t similarity) {
  return a.normal == b.normal ||
         (evidence::jaccard_at_most(a.word_set, b.word_set) >= similarity &&
          evidence::jaccard(a.words, b.words) >= similarity && !evidence::differ_in_substance(a.words, b.words));
}

void count(Draft& draft, const TopicEvent& event) {
  draft.occurrences += event.count;
  draft.importance = std::max(draft.importance, event.importance);
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

void use_wording(Draft& draft, Draft newer) {
  draft.fact.text = std::move(newer.fact.text);
  draft.compared = std::move(newer.compared);
  draft.at = newer.at;
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
                             [&](Draft& known) { return say_the_same(compared(known), compared(draft), similarity); });
    if (same == drafts.end()) {
      drafts.push_back(std::move(draft));
      count(drafts.back(), event);
      continue;
    }
    count(*same, event);
    if (event.at >= same->at) {
      use_wording(*same, std::move(draft));
    }
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
