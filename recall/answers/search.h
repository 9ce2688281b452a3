#pragma once
// Searcher: answers a query from one persona's memory: messages by recipe L11, documents by their words and by the best of
// the messages they rest on, in one list on one scale. Scores depend on the memory and the query alone. Filters come
// after the scores and change no statistics. Threads: one at a time; several may read one memory. Lifetime: borrows nothing.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recall/answers/filter.h"
#include "recall/answers/query.h"
#include "recall/answers/source_scores.h"
#include "recall/ranking/ranker.h"
#include "recall/ranking/text_index.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

/// A result: a message or a document.
struct Found {
  std::optional<MessageNumber> message = {};
  DocumentNumber document = 0;  ///< if it is not a message
  double score = 0;
  std::vector<std::pair<std::string_view, double>> parts = {};  ///< by name, without those that are 0
};

class Searcher {
 public:
  /// The best results, the best one first; at most query.limit. Of equal scores: messages first, the earlier ones first;
  /// documents by id.
  std::vector<Found> search(const PersonaIndex& index, const RecallQuery& query);

  /// The newest ones, of any importance; at most query.limit. The text of the query is not used.
  [[nodiscard]] static std::vector<Found> newest(const PersonaIndex& index, const RecallQuery& query);

 private:
  std::vector<Found> by_words(const PersonaIndex& index, const RecallQuery& query);
  static void add_messages(const std::vector<RankedMessage>& ranked, std::vector<Found>& found);
  void add_documents(const PersonaIndex& index, const RecallQuery& query, const ResolvedFilter& filter,
                     const std::vector<RankedMessage>& best, std::vector<Found>& found);
  [[nodiscard]] std::vector<DocumentNumber> resting_on(const PersonaIndex& index,
                                                       const std::vector<RankedMessage>& messages) const;
  [[nodiscard]] std::vector<DocumentNumber> others_of(const PersonaIndex& index) const;

  Ranker ranker_;
  TextSums texts_;
  SourceScores sources_;
};

}  // namespace turnstream::recall
