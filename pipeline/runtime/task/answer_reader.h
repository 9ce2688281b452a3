#pragma once
// AnswerReader: reads one stage's earlier answers back from its completions topic, in log order. Needed after the
// grouping was changed, for a stage that is ahead of its downstream, and for what a redrive has to carry.
// Errors: "lost_input" (kStopProcess) when the answer is not there.
// Threads: the one that opened it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

class AnswerReader {
 public:
  /// `first`: no earlier log offset will be asked for. Blocks while it looks for the place in the topic.
  static Result<std::unique_ptr<AnswerReader>> open(log::Client& client, const log::TopicPartition& completions,
                                                    Offset first);
  /// All parts of the answer to that log offset. Offsets asked for must not fall: several stages ask for the same, and
  /// ask again when a record is retried. The views live until another offset is asked for.
  Result<std::vector<std::string_view>> answer(Offset offset);

 private:
  AnswerReader(std::unique_ptr<log::Reader> reader, log::TopicPartition completions);
  Status read(Offset offset);
  Result<std::optional<log::Record>> next_record();
  /// Finds an offset of the topic with nothing but older answers before it, and few of them behind it.
  Result<NextOffset> search(log::Client& client, Offset first);
  [[nodiscard]] Error lost(Offset offset) const;

  std::unique_ptr<log::Reader> reader_;
  log::TopicPartition completions_;
  std::optional<Offset> answered_;  ///< what parts_ answer
  std::vector<log::Record> parts_;
};

}  // namespace turnstream::runtime
