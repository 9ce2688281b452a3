#pragma once
// Estimates: what the texts of messages add to their scores for one query, nearly: the sums of QuerySums, with single precision and
// in the order in which that is fastest. Ranker finds with them the few messages whose exact sums it needs. What faint terms add
// (faint_parts.h) is apart. Time is linear in the postings of the query's terms. Ranker owns one and uses it for each query, so that
// memory is allocated once.
// Threads: one at a time. It borrows nothing between calls.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "recall/ranking/faint_parts.h"
#include "recall/ranking/message_index.h"
#include "recall/ranking/query_sums.h"
#include "recall/ranking/single_precision.h"

namespace turnstream::recall {

inline constexpr double kEstimateError = 1e-3;

/// An estimate is at most so far from the exact sum of its parts. That is the error of more additions than the longest query needs.
[[nodiscard]] constexpr double estimate_error(double estimate) {
  return kEstimateError * (1 + estimate);
}

class Estimates {
 public:
  /// `sums`: of the query and this index. They hold until the next call.
  void make(const MessageIndex& index, const QuerySums& sums);

  /// What faint terms and prefixes add to each message. An estimate is of() and this.
  [[nodiscard]] const FaintParts& faint() const { return faint_; }
  /// The parts window, bigram, prefix and reply of the score. Precondition: the message is in the index of the last make().
  [[nodiscard]] double of(MessageNumber number) const { return static_cast<double>(rows_[number]); }
  /// No text adds more to the score of the message.
  [[nodiscard]] double most_of(MessageNumber number) const {
    const double most = of(number) + faint_.most();
    return most + estimate_error(most);
  }
  /// If of() a message is below this, most_of() it is below `most`.
  [[nodiscard]] double least_for(double most) const {
    constexpr double kRounding = 1e-9;
    return (most - kEstimateError) / (1 + kEstimateError) - faint_.most() - kRounding;
  }
  /// Whether a term of the query that is not faint is in the message or a neighbour.
  [[nodiscard]] bool is_in_window(MessageNumber number) const { return marks_[number] == kInWindow; }
  /// Whether of() may be above 0.
  [[nodiscard]] bool has_part(MessageNumber number) const { return marks_[number] != 0; }
  /// Calls visit(number) for each message that has a part without being in a window.
  template <typename Visit>
  void for_each_beyond_windows(Visit visit) const {
    for (const MessageNumber number : beyond_windows_) {
      visit(number);
    }
  }
  /// Calls visit(number) for each message that is in a window, in no useful order.
  template <typename Visit>
  void for_each_in_window(Visit visit) const {
    if (!is_dense_) {
      for (const MessageNumber number : in_window_) {
        visit(number);
      }
      return;
    }
    for (MessageNumber number = 0; number < size_; ++number) {
      if (is_in_window(number)) {
        visit(number);
      }
    }
  }

 private:
  static constexpr std::uint8_t kInWindow = 1;
  static constexpr std::uint8_t kBeyondWindows = 2;

  void clear(const MessageIndex& index);
  void add_rare_term(const MessageIndex& index, const ReadPostings& term, const Curve& window);
  void add_common_term(const MessageIndex& index, const ReadPostings& term, const Curve& window);
  void add_replies(const MessageIndex& index, const ReadPostings& term, const Curve& reply);
  void lend(MessageNumber number, float count);
  void add_windows_of(const MessageIndex& index, const std::vector<MessageNumber>& session, const Curve& window);
  void add_beyond_window(MessageNumber number, float part);

  std::size_t size_ = 0;             ///< of the index
  std::vector<float> rows_;          ///< by message
  std::vector<std::uint8_t> marks_;  ///< by message: kInWindow, kBeyondWindows or 0
  bool is_dense_ = false;            ///< in_window_ does not have all that are in a window
  std::vector<MessageNumber> in_window_;
  std::vector<MessageNumber> beyond_windows_;
  FaintParts faint_;

  // Of the term that is being counted; the rows are 0 otherwise.
  std::vector<float> counts_;  ///< by message; of a rare term in its window
  std::vector<MessageNumber> counted_;
  std::vector<float> windows_;         ///< by place in a session
  std::vector<float> session_counts_;  ///< of a common term in a session, with kNeighbours more on each side
};

}  // namespace turnstream::recall
