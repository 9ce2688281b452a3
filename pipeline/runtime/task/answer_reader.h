#pragma once
// AnswerReader: reads a stage's earlier completions ("answers" to log records) from one partition of its topic, in log
// order. Used for a stage that is ahead of other stages of its group, and by the verbs redrive and explain. Errors:
// "lost_input" (kStopProcess) if the topic lacks the completion, or no record comes for about 10 s. Threads: one at a
// time.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

/// How long an AnswerReader waits. After a stop is requested, no call waits for records: an answer that is not there then counts
/// as lost.
struct AnswerWait {
  log::milliseconds topic_ms_max{10'000};  ///< for the log to say where the topic begins and ends
  std::stop_token stop = {};
};

class AnswerReader {
 public:
  /// `first`: the lowest log offset of any later answer(). Blocks while it searches the topic for the first answer.
  static Result<std::unique_ptr<AnswerReader>> open(log::Client& client, const log::TopicPartition& completions,
                                                    Offset first, AnswerWait wait = {});
  /// All parts of the answer to that log offset. Precondition: `offset` is not lower than in the last call; it may be
  /// the same (for other stages and retries). The views are valid until a call with another offset.
  Result<std::vector<std::string_view>> answer(Offset offset);

 private:
  AnswerReader(std::unique_ptr<log::Reader> reader, log::TopicPartition completions, AnswerWait wait);
  Status read(Offset offset);
  Result<std::optional<log::Record>> next_record();
  /// Finds an offset of the topic at or before the answer to `first`, at most about 1000 offsets before it.
  Result<NextOffset> search(log::Client& client, Offset first);
  [[nodiscard]] Error lost(Offset offset) const;

  std::unique_ptr<log::Reader> reader_;
  log::TopicPartition completions_;
  AnswerWait wait_;
  std::optional<Offset> answered_;  ///< the log offset that parts_ answer
  std::vector<log::Record> parts_;
};

}  // namespace turnstream::runtime
