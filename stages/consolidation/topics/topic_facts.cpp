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
};

/// Texts that say the same.
struct Draft {
  model::TopicFact fact;
  std::vector<std::uint64_t> hashes;  ///< of the words of the fact's text; computed when there is another one
  std::optional<Compared> compared;   ///< computed when another text has nearly the same words
  std::int64_t occurrences = 0;
  std::int64_t importance = 0;
  EventTime at;

  [[nodiscard]] std::int64_t weight() const { return occurrences * importance; }
};

Draft draft_of(const TopicEvent& event) {
  Draft draft;
  draft.fact.text = event.text;
  draft.fact.user_id = event.user_id;
  draft.at = event.at;
  return draft;
}

const std::vector<std::uint64_t>& hashes(Draft& draft) {
  if (draft.hashes.empty()) {
    draft.hashes = evidence::word_hashes(draft.fact.text);
  }
  return draft.hashes;
}

const Compared& compared(Draft& draft) {
  if (!draft.compared.has_value()) {
    draft.compared = Compared{normalise(draft.fact.text), evidence::index_words(draft.fact.text)};
  }
  return *draft.compared;
}

bool say_the_same(Draft& first, Draft& second, std::int64_t similarity) {
  if (first.fact.user_id != second.fact.user_id ||
      !evidence::may_be_similar(hashes(first), hashes(second), similarity)) {
    return false;  // Texts of equal normal form have equal words.
  }
  const Compared& a = compared(first);
  const Compared& b = compared(second);
  return a.normal == b.normal ||
         (evidence::jaccard(a.words, b.words) >= similarity && !evidence::differ_in_substance(a.words, b.words));
}

void count(Draft& draft, const TopicEvent& event) {
  draft.occurrences += event.count;
  draft.importance = std::max(draft.importance, event.importance);
  draft.fact.sources.insert(draft.fact.sources.end(), event.sources.begin(), event.sources.end());
}

/// Marks that also stand alone or behind a symbol: accents, marks around a symbol, and the choice of its variant (U+FE0F
/// follows many emoji).
bool is_mark_of_symbols(char32_t c) {
  return (c >= 0x300 && c <= 0x36f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xfe00 && c <= 0xfe0f) ||
         (c >= 0xe0100 && c <= 0xe01ef);
}

/// Whether the text has a letter or a digit. Without one, such as an emoji or U+200B alone, it says nothing that could be
/// compared.
bool says_something(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (point.value != U'_' && is_word_character(point.value) && !is_mark_of_symbols(point.value)) {
      return true;
    }
    at += point.size;
  }
  return false;
}

/// Among those that say something.
std::int64_t highest_value(std::span<const TopicEvent> events) {
  std::int64_t highest = 0;
  for (const TopicEvent& event : events) {
    highest = says_something(event.text) ? std::max(highest, event.value) : highest;
  }
  return highest;
}

void use_wording(Draft& draft, Draft newer) {
  draft.fact.text = std::move(newer.fact.text);
  draft.hashes = std::move(newer.hashes);
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
    if (!says_something(event.text) || (event.value > 0 && event.value * 4 < highest * 3)) {
      continue;
    }
    Draft draft = draft_of(event);
    auto same = std::find_if(drafts.begin(), drafts.end(),
                             [&](Draft& known) { return say_the_same(known, draft, similarity); });
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
