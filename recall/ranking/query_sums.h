#pragma once
// QuerySums: what the terms of one query add up to in each message and session of an index: sums of BM25, each with the
// rarity of its term as a factor. compute() reads the postings of the query and makes the sums of sessions; those of a message are
// made when they are asked for, because a ranking needs those of few. Ranker owns one and uses it for each query, so that memory is
// allocated once. Time of compute() is linear in the postings of the query's terms, not in the messages. Threads: one at a time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "recall/ranking/message_index.h"
#include "recall/ranking/read_postings.h"

namespace turnstream::recall {

struct MessageSums {
  double own = 0;     ///< of the terms in the message
  double window = 0;  ///< of the terms in the message and its neighbours (kWindowWeights)
  double prefix = 0;  ///< of the prefixes of the terms
  double bigram = 0;  ///< of the bigrams of the query; one that stands twice in it counts twice
};

/// The messages of the session around one, and its place among them.
struct Neighbours {
  std::span<const MessageNumber> messages;  ///< ascending; kNeighbours on each side at most
  std::size_t self = 0;
};
[[nodiscard]] Neighbours neighbours_of(const MessageIndex& index, const IndexedMessage& message);
/// The message before it in its session if that is a question.
[[nodiscard]] std::optional<MessageNumber> question_before(const MessageIndex& index, const IndexedMessage& message);

/// The averages over the live messages and sessions of an index, with which lengths are compared.
struct AverageLengths {
  double length = 0;
  double window_length = 0;  ///< in 10⁻⁴
  double bigram_length = 0;
  double session_length = 0;
};

class QuerySums {
 public:
  /// Reads the postings of a query with these terms. They hold until the next call.
  void compute(const MessageIndex& index, const Words& terms);

  /// Time: a search in each list. Preconditions: the index of the last compute(), not changed since; the message is live.
  [[nodiscard]] MessageSums of_message(const MessageIndex& index, MessageNumber number) const;
  /// MessageSums::own alone.
  [[nodiscard]] double own_of(const MessageIndex& index, MessageNumber number) const;
  /// Precondition: the session is in the index of the last compute().
  [[nodiscard]] double of_session(std::uint32_t session) const { return sessions_[session]; }

  /// The sum of the rarities of the terms that are in the index, each once; at least kRaritySumMin. The same of prefixes.
  [[nodiscard]] double term_rarities() const { return term_rarities_; }
  [[nodiscard]] double prefix_rarities() const { return prefix_rarities_; }

  /// The lists of what is in the index, in the order of the sums.
  [[nodiscard]] std::span<const ReadPostings> terms() const { return terms_.all(); }
  [[nodiscard]] std::span<const ReadPostings> prefixes() const { return prefixes_.all(); }
  [[nodiscard]] std::span<const ReadPostings> bigrams() const { return bigrams_.all(); }
  [[nodiscard]] const AverageLengths& averages() const { return averages_; }

 private:
  void clear(const MessageIndex& index);
  using Terms = std::vector<std::string_view>;

  /// Those that are in the index, in the order of terms().
  Terms read_terms(const MessageIndex& index, const Words& terms);
  void add_sessions(const MessageIndex& index, const ReadPostings& term);
  void read_prefixes(const MessageIndex& index, const Words& terms, const Terms& in_index);
  void read_bigrams(const MessageIndex& index, const Words& terms);

  AverageLengths averages_;
  ReadLists terms_;
  ReadLists prefixes_;
  ReadLists bigrams_;
  double term_rarities_ = 0;
  double prefix_rarities_ = 0;

  std::vector<double> sessions_;              ///< by session
  std::vector<std::uint32_t> used_sessions_;  ///< those of sessions_ that are not 0
  // Of the term that is being counted; the rows are 0 otherwise.
  std::vector<std::uint64_t> session_counts_;  ///< by session
  std::vector<std::uint32_t> counted_sessions_;
};

}  // namespace turnstream::recall
