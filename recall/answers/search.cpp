#include "recall/answers/search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
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

/// A document that may be a result.
struct Candidate {
  DocumentNumber number = 0;
  double words = 0;  ///< a part of its score
  double most = 0;   ///< that its score can be
};

/// The highest scores so far.
class BestScores {
 public:
  explicit BestScores(std::size_t limit) : limit_(limit) {}

  /// A result with a score below this is not among the best. Scores are compared with nine places.
  [[nodiscard]] double needed() const {
    constexpr double kRounding = 1e-8;
    return scores_.size() < limit_ ? -std::numeric_limits<double>::infinity() : scores_.top() - kRounding;
  }
  void add(double score) {
    scores_.push(score);
    if (scores_.size() > limit_) {
      scores_.pop();
    }
  }

 private:
  std::size_t limit_;
  std::priority_queue<double, std::vector<double>, std::greater<>> scores_;  ///< the lowest one on top
};

/// How sure the document is.
double factor_of(const DocumentEntry& document) {
  return static_cast<double>(document.confidence) / kMillion * (document.holds ? 1 : kNoLongerHolds);
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
  const bool has_text = !query.compared.empty() || query.text.find_first_not_of(" \t\r\n") != std::string::npos;
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
  const std::vector<RankedMessage> best =
      ranker_.rank(index.messages(), query.text, {.limit = query.limit, .compared = query.compared});
  std::vector<Found> found;
  if (query.filter == RecallFilter{}) {
    add_messages(best, found);
  } else {
    RankOptions options;
    options.limit = query.limit;
    options.filter = [&](MessageNumber number) { return filter.passes_message(number); };
    add_messages(ranker_.rank_again(index.messages(), options), found);
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

/// `best`: the best messages without the filter, because a document may rest on one that is not a result. The first of them has
/// the highest score of all, so a document cannot have more than half of it from its sources: most documents need no closer look.
/// Without a filter, as many messages as results are wanted have more than a document without words that rests on others. With one,
/// all documents that pass it have to be looked at.
void Searcher::add_documents(const PersonaIndex& index, const RecallQuery& query, const ResolvedFilter& filter,
                             const std::vector<RankedMessage>& best, std::vector<Found>& found) {
  texts_.compute(index.texts(), terms_of(query.text, index.messages().language()));
  sources_.start(index);
  BestScores scores(query.limit);
  for (const Found& message : found) {
    scores.add(message.score);
  }
  const double source_max = best.empty() ? 0 : std::max(best.front().score, 0.);
  std::vector<Candidate> candidates;
  const auto look_at = [&](DocumentNumber number) {
    const double of_text = kWeights.window * texts_.of(number);
    if (of_text + kSourceWeight * source_max < scores.needed()) {
      return;  // Even if it were sure.
    }
    const double factor = factor_of(index.document(number));
    const double words = factor * of_text;
    const double most = words + factor * kSourceWeight * source_max;
    if (most >= scores.needed() && filter.passes_document(number)) {
      candidates.push_back({number, words, most});
    }
  };
  std::for_each(texts_.found().begin(), texts_.found().end(), look_at);
  const std::vector<DocumentNumber> resting =
      query.filter == RecallFilter{} ? resting_on(index, best) : others_of(index);
  std::for_each(resting.begin(), resting.end(), look_at);
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
  for (const Candidate& candidate : candidates) {
    if (candidate.most < scores.needed()) {
      break;  // The others have less.
    }
    const DocumentEntry& document = index.document(candidate.number);
    const double of_source = factor_of(document) * kSourceWeight;
    if (of_source > 0 &&
        !sources_.may_reach(ranker_, index, document, (scores.needed() - candidate.words) / of_source)) {
      continue;
    }
    const double source = of_source * sources_.best(ranker_, index, document);
    if (candidate.words + source <= 0) {
      continue;  // The query leads to none of its sources.
    }
    Found& one = found.emplace_back(Found{.document = candidate.number, .score = candidate.words + source});
    for (const auto& [name, value] : {std::pair(kWordsPart, candidate.words), std::pair(kSourcePart, source)}) {
      if (value != 0) {
        one.parts.emplace_back(name, value);
      }
    }
    scores.add(one.score);
  }
}

/// The documents that rest on one of the messages, without those that have a term of the query.
std::vector<DocumentNumber> Searcher::resting_on(const PersonaIndex& index,
                                                 const std::vector<RankedMessage>& messages) const {
  std::set<DocumentNumber> numbers;
  for (const RankedMessage& ranked : messages) {
    for (const DocumentNumber number : index.documents_on(ranked.message)) {
      if (texts_.of(number) == 0) {
        numbers.insert(number);
      }
    }
  }
  return {numbers.begin(), numbers.end()};
}

/// The documents without a term of the query.
std::vector<DocumentNumber> Searcher::others_of(const PersonaIndex& index) const {
  std::vector<DocumentNumber> numbers;
  for (DocumentNumber number = 0; number < index.document_numbers(); ++number) {
    if (index.document(number).is_live && texts_.of(number) == 0) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

}  // namespace turnstream::recall
