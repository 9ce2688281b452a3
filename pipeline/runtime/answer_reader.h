#pragma once
// AnswerReader: reads one stage's earlier answers back from its completions topic, in log order. Needed only after the
// grouping was changed, for a stage that is ahead of its downstream.
// Errors: "lost_input" (kStopProcess) when the answer is not there.
// Threads: the worker's.

#include <memory>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

class AnswerReader {
 public:
  static Result<std::unique_ptr<AnswerReader>> open(log::Client& client, const log::TopicPartition& completions);
  /// All parts of the answer to that log offset. Offsets asked for must rise. The views live until the next call.
  Result<std::vector<std::string_view>> answer(Offset offset);

 private:
  AnswerReader(std::unique_ptr<log::Reader> reader, log::TopicPartition completions);
  [[nodiscard]] Error lost(Offset offset) const;

  std::unique_ptr<log::Reader> reader_;
  log::TopicPartition completions_;
  std::vector<log::Record> parts_;
};

}  // namespace turnstream::runtime
