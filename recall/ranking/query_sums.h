#pragma once
// QuerySums: what the terms of one query add up to in each message and session of an index: sums of BM25, each with the
// rarity of its term as a factor. Ranker owns one and uses it for each query, so that the rows are allocated once.
// Time is linear in the postings of the query's terms, not in the messages. Threads: one at a time.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "recall/ranking/message_index.h"

namespace turnstream::recall {

struct MessageSums {
  double own = 0;     ///< of the terms in the message
  double window = 0;  ///< of the terms in the message and its neighbours (kWindowWeights)
  double prefix = 0;  ///< of the prefixes of the terms
  double bigram = 0;  ///< of the bigrams of the query; one that stands twice in it counts twice
};

class QuerySums {
 public:
  /// Computes the sums of a query with these terms. They hold until the next call; the index is not needed by then.
  void compute(const MessageIndex& index, const Words& terms);

  /// Precondition for both: the number is in the index of the last compute().
  [[nodiscard]] const MessageSums& of_message(MessageNumber message) const { return messages_[message]; }
  [[nodiscard]] double of_session(std::uint32_t session) const { return sessions_[session]; }

  /// The sum of the rarities of the terms that are in the index, each once; at least kRaritySumMin. The same of prefixes.
  [[nodiscard]] double term_rarities() const { return term_rarities_; }
  [[nodiscard]] double prefix_rarities() const { return prefix_rarities_; }

  /// The messages whose window is above 0, in no useful order.
  [[nodiscard]] const std::vector<MessageNumber>& in_window() const { return in_window_; }

 private:
  /// The averages over the live messages and sessions of an index, with which lengths are compared.
  struct Averages {
    double length = 0;
    double window_length = 0;  ///< in 10⁻⁴
    double bigram_length = 0;
    double session_length = 0;
  };

  void clear(const MessageIndex& index);
  void add_terms(const MessageIndex& index, const Words& terms);
  void count_term(const MessageIndex& index, const PostingList& postings, double rarity);
  void add_windows(const MessageIndex& index, double rarity);
  void add_sessions(const MessageIndex& index);
  void add_prefixes(const MessageIndex& index, const Words& terms);
  void add_bigrams(const MessageIndex& index, const Words& terms);
  [[nodiscard]] static Averages averages_of(const MessageIndex& index);

  Averages averages_;
  std::vector<MessageSums> messages_;  ///< by message
  std::vector<double> sessions_;       ///< by session
  double term_rarities_ = 0;
  double prefix_rarities_ = 0;
  std::vector<MessageNumber> in_window_;

  // Which rows of messages_ and sessions_ are not 0. A row may stand here twice.
  std::vector<MessageNumber> used_messages_;
  std::vector<std::uint32_t> used_sessions_;

  // Of the term that is being counted; the rows are 0 otherwise.
  std::vector<std::uint64_t> window_counts_;   ///< by message, in 10⁻⁴
  std::vector<std::uint64_t> session_counts_;  ///< by session
  std::vector<MessageNumber> counted_messages_;
  std::vector<std::uint32_t> counted_sessions_;
};

}  // namespace turnstream::recall
