#pragma once
// AnswerReader: reads a stage's earlier completions ("answers" to log records) from its topic, in log order. Used for a
// stage that is ahead of its downstream stages after the grouping was changed, and to fill a redrive command.
// Errors: "lost_input" (kStopProcess) if the topic does not have the completion. Threads: the thread that opened it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

class AnswerReader {
 public:
  /// `first`: the lowest log offset of any later answer(). Blocks while it searches the topic for the first answer.
  static Result<std::unique_ptr<AnswerReader>> open(log::Client& client, const log::TopicPartition& completions,
                                                    Offset first);
  /// All parts of the answer to that log offset. Precondition: `offset` is not lower than in the last call; it may be
  /// the same (for other stages and retries). The views are valid until a call with another offset.
  Result<std::vector<std::string_view>> answer(Offset offset);

 private:
  AnswerReader(std::unique_ptr<log::Reader> reader, log::TopicPartition completions);
  Status read(Offset offset);
  Result<std::optional<log::Record>> next_record();
  /// Finds an offset of the topic before the answer to `first`, with at most 1000 offsets of older answers in between.
  Result<NextOffset> search(log::Client& client, Offset first);
  [[nodiscard]] Error lost(Offset offset) const;

  std::unique_ptr<log::Reader> reader_;
  log::TopicPartition completions_;
  std::optional<Offset> answered_;  ///< the log offset that parts_ answer
  std::vector<log::Record> parts_;
};

}  // namespace turnstream::runtime
