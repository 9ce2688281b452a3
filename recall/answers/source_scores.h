#pragma once
// SourceScores: the scores of the messages that documents rest on, for one query. Many documents rest on the same messages, so what
// was found out about a message is kept until the next query. Searcher owns one, so that memory is allocated once.
// Threads: one at a time. It borrows nothing.

#include <vector>

#include "recall/ranking/ranker.h"
#include "recall/read_model/persona_index.h"

namespace turnstream::recall {

class SourceScores {
 public:
  /// Begins a query: forgets what was known.
  void start(const PersonaIndex& index);

  /// False if no message of the document's sources has a score as high as that. `ranker` has ranked the messages of the index.
  bool may_reach(const Ranker& ranker, const PersonaIndex& index, const DocumentEntry& document, double score);
  /// The highest score of the messages of the document's sources that the query leads to; 0 if there are none.
  double best(const Ranker& ranker, const PersonaIndex& index, const DocumentEntry& document);

 private:
  static constexpr double kUnknown = -1;

  double most_of(const Ranker& ranker, const PersonaIndex& index, MessageNumber number);
  double score_of(const Ranker& ranker, const PersonaIndex& index, MessageNumber number);

  // By message, at least 0 or kUnknown.
  std::vector<double> most_;
  std::vector<double> scores_;
  std::vector<MessageNumber> known_;  ///< those whose most_ is known
};

}  // namespace turnstream::recall
