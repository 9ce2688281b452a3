#pragma once
// FaintParts: what terms and prefixes add to the score of a message that stand in so many messages that they say little: names of
// speakers, parts of dates. Their counts are spread over rows by message, and their part is made for those messages alone that
// need it, which are few: without them most messages are too far from the best already. Estimates owns one and uses it for each query,
// so that memory is allocated once. Threads: one that changes it, or any number that read. It borrows nothing between calls.

#include <cstddef>
#include <vector>

#include "recall/ranking/message_index.h"
#include "recall/ranking/read_postings.h"
#include "recall/ranking/single_precision.h"

namespace turnstream::recall {

/// What the faint terms and prefixes add to one message.
struct FaintPart {
  double sum = 0;             ///< of the parts window, prefix and reply
  bool is_in_window = false;  ///< such a term is in the message or a neighbour
};

class FaintParts {
 public:
  void clear();
  /// `messages`: the numbers() of the index, the same for all lists of a query.
  void add_term(const ReadPostings& term, std::size_t messages, const Curve& window, const Curve& reply);
  void add_prefix(const ReadPostings& prefix, std::size_t messages, const Curve& part);

  /// Whether there is a term.
  [[nodiscard]] bool has_terms() const { return !terms_.empty(); }
  /// No message has so much. 0 without terms and prefixes.
  [[nodiscard]] double most() const { return most_; }
  /// Preconditions: the index is the one of the lists; the message is live.
  [[nodiscard]] FaintPart of(const MessageIndex& index, MessageNumber number) const;

 private:
  struct Term {
    std::size_t row = 0;
    Curve window;
    Curve reply;
  };
  struct Prefix {
    std::size_t row = 0;
    Curve part;
  };

  std::size_t fill_row(const ReadPostings& list, std::size_t messages);

  std::vector<Term> terms_;
  std::vector<Prefix> prefixes_;
  double most_ = 0;
  std::vector<std::vector<float>> rows_;  ///< counts by message
  std::size_t used_ = 0;                  ///< of rows_
};

}  // namespace turnstream::recall
