#include "recall/answers/search.h"

#include <algorithm>
#include <set>

#include "recall/ranking/recipe.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

// The parts of a document's score, before its confidence.
constexpr double kSourceWeight = .5;   ///< of the best message that it rests on
constexpr double kNoLongerHolds = .5;  ///< a factor
constexpr double kMillion = 1e6;

constexpr std::string_view kWordsPart = "words";
constexpr std::string_view kSourcePart = "source";
constexpr std::string_view kImportancePart = "importance";

/// The order of results: the key of a document is its id.
bool is_before(const PersonaIndex& index, const Found& a, const Found& b) {
  const std::int64_t first = rounded_score(a.score);
  const std::int64_t second = rounded_score(b.score);
  if (first != second) {
    return first > second;
  }
  if (a.message.has_value() != b.message.has_value()) {
    return a.message.has_value();
  }
  return a.message ? *a.message < *b.message : index.document(a.document).id < index.document(b.document).id;
}

void keep_best(const PersonaIndex& index, std::size_t limit, std::vector<Found>& found) {
  const std::size_t kept = std::min(limit, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept), found.end(),
                    [&](const Found& a, const Found& b) { return is_before(index, a, b); });
  found.resize(kept);
}

struct Listed {
  Found found;
  EventTime time;
};

/// All that pass the filter, with their importance as score; of a document without one its confidence.
std::vector<Listed> all_of(const PersonaIndex& index, const RecallQuery& query) {
  const ResolvedFilter filter(index, query.filter);
  std::vector<Listed> all;
  const auto add = [&](Found found, std::int64_t importance, EventTime time) {
    found.score = static_cast<double>(importance) / kMillion;
    found.parts = {{kImportancePart, found.score}};
    all.push_back({std::move(found), time});
  };
  for (MessageNumber number = 0; number < index.messages().numbers(); ++number) {
    if (index.messages().is_live(number) && filter.passes_message(number)) {
      const MessageEntry& message = index.message(number);
      add({.message = number}, index.item(message.item).importance, message.time);
    }
  }
  for (DocumentNumber number = 0; number < index.document_numbers(); ++number) {
    if (filter.passes_document(number)) {
      const DocumentEntry& document = index.document(number);
      add({.document = number}, document.importance.value_or(document.confidence), document.time);
    }
  }
  return all;
}

/// The first ones in that order.
template <typename IsBefore>
std::vector<Found> first_of(std::vector<Listed> all, std::size_t limit, IsBefore before) {
  const std::size_t kept = std::min(limit, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end(), before);
  std::vector<Found> found;
  for (std::size_t i = 0; i < kept; ++i) {
    found.push_back(std::move(all[i].found));
  }
  return found;
}

/// The most important ones, of equal importance the newest.
std::vector<Found> most_important(const PersonaIndex& index, const RecallQuery& query) {
  return first_of(all_of(index, query), query.limit, [&](const Listed& a, const Listed& b) {
    const bool is_equal = rounded_score(a.found.score) == rounded_score(b.found.score);
    return is_equal && a.time != b.time ? a.time > b.time : is_before(index, a.found, b.found);
  });
}

}  // namespace

std::vector<Found> Searcher::search(const PersonaIndex& index, const RecallQuery& query) {
  const bool has_text = query.text.find_first_not_of(" \t\r\n") != std::string::npos;
  return has_text ? by_words(index, query) : most_important(index, query);
}

/// Of the same time: the later messages first, before documents.
std::vector<Found> Searcher::newest(const PersonaIndex& index, const RecallQuery& query) {
  return first_of(all_of(index, query), query.limit, [&](const Listed& a, const Listed& b) {
    if (a.time != b.time) {
      return a.time > b.time;
    }
    if (a.found.message && b.found.message) {
      return *a.found.message > *b.found.message;
    }
    return a.found.message.has_value() != b.found.message.has_value()
               ? a.found.message.has_value()
               : index.document(a.found.document).id < index.document(b.found.document).id;
  });
}

std::vector<Found> Searcher::by_words(const PersonaIndex& index, const RecallQuery& query) {
  const ResolvedFilter filter(index, query.filter);
  const std::vector<RankedMessage> best = ranker_.rank(index.messages(), query.text, {.limit = query.limit});
  std::vector<Found> found;
  if (query.filter == RecallFilter{}) {
    add_messages(best, found);
  } else {
    RankOptions options;
    options.limit = query.limit;
    options.filter = [&](MessageNumber number) { return filter.passes_message(number); };
    add_messages(ranker_.rank(index.messages(), query.text, options), found);
  }
  if (query.filter.kinds != std::vector<std::string>{"message"}) {
    add_documents(index, query, filter, best, found);
  }
  keep_best(index, query.limit, found);
  return found;
}

void Searcher::add_messages(const std::vector<RankedMessage>& ranked, std::vector<Found>& found) {
  for (const RankedMessage& message : ranked) {
    Found& one = found.emplace_back(Found{.message = message.message, .score = message.score});
    for (std::size_t i = 0; i < kPartNames.size(); ++i) {
      if (message.parts[i] != 0) {
        one.parts.emplace_back(kPartNames[i], message.parts[i]);
      }
    }
  }
}

/// `best`: the best messages without the filter, because a document may rest on one that is not a result.
void Searcher::add_documents(const PersonaIndex& index, const RecallQuery& query, const ResolvedFilter& filter,
                             const std::vector<RankedMessage>& best, std::vector<Found>& found) {
  texts_.compute(index.texts(), terms_of(query.text));
  std::set<DocumentNumber> candidates(texts_.found().begin(), texts_.found().end());
  for (const RankedMessage& ranked : best) {
    const std::vector<DocumentNumber> resting = index.documents_on(ranked.message);
    candidates.insert(resting.begin(), resting.end());
  }
  for (const DocumentNumber number : candidates) {
    if (!filter.passes_document(number)) {
      continue;
    }
    const DocumentEntry& document = index.document(number);
    const double factor = static_cast<double>(document.confidence) / kMillion * (document.holds ? 1 : kNoLongerHolds);
    const double words = factor * kWeights.window * texts_.of(number);
    const double source = factor * kSourceWeight * best_source(index, document);
    Found& one = found.emplace_back(Found{.document = number, .score = words + source});
    for (const auto& [name, value] : {std::pair(kWordsPart, words), std::pair(kSourcePart, source)}) {
      if (value != 0) {
        one.parts.emplace_back(name, value);
      }
    }
  }
}

/// The highest score of the messages of its sources that the query leads to; 0 if there are none.
double Searcher::best_source(const PersonaIndex& index, const DocumentEntry& document) const {
  double best = 0;
  for (const SourceNumbers& source : document.sources) {
    for (const MessageNumber message : index.messages_of(source)) {
      const RankedMessage ranked = ranker_.score_of(index.messages(), message);
      if (ranked.part(Part::kWindow) > 0 || ranked.part(Part::kDate) > 0) {
        best = std::max(best, ranked.score);
      }
    }
  }
  return best;
}

std::string_view kind_name(const Document& document) {
  const bool is_said = document.type == "preference" || document.type == "habit";
  return document.kind == Kind::kPattern && is_said ? std::string_view(document.type) : name_in(kKinds, document.kind);
}

}  // namespace turnstream::recall
