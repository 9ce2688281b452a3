#pragma once
// Talk: a message index that is filled in few words. Threads: one at a time.

#include <string_view>
#include <vector>

#include "recall/ranking/message_index.h"
#include "recall/ranking/ranker.h"
#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

class Talk {
 public:
  /// `vectors`: of the messages; null: none. It outlives the talk.
  explicit Talk(const VectorTable* vectors = nullptr) : index_({}, vectors) {}

  static constexpr std::chrono::year_month_day kDate{std::chrono::year{2023}, std::chrono::May, std::chrono::day{8}};

  MessageNumber say(std::string_view session, std::string_view speaker, std::string_view text,
                    std::string_view caption = {}) {
    return say_on(kDate, session, speaker, text, caption);
  }
  /// The text of the date is not indexed: it would change all lengths.
  MessageNumber say_on(std::chrono::year_month_day date, std::string_view session, std::string_view speaker,
                       std::string_view text, std::string_view caption = {}) {
    return index_.add({.position = position_ += 2,
                       .session = session,
                       .speaker = speaker,
                       .text = text,
                       .caption = caption,
                       .date_text = {},
                       .date = date});
  }

  [[nodiscard]] const MessageIndex& index() const { return index_; }

 private:
  MessageIndex index_;
  std::uint64_t position_ = 0;
};

/// The messages in the order of their ranks.
inline std::vector<MessageNumber> numbers_of(const std::vector<RankedMessage>& ranked) {
  std::vector<MessageNumber> numbers;
  for (const RankedMessage& message : ranked) {
    numbers.push_back(message.message);
  }
  return numbers;
}

}  // namespace turnstream::recall
