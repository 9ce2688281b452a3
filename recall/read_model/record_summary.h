#pragma once
// RecordSummary: what became of one record of the log, in numbers: what a follower of changes hears first of it.
// RecordSummarizer makes it from the answers of the stages. Threads: values; a summarizer one.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"

namespace turnstream::recall {

/// What the completion of one stage counts.
struct StageCounts {
  std::string stage;
  std::int64_t added = 0;
  std::int64_t updated = 0;
  std::int64_t removed = 0;

  friend bool operator==(const StageCounts&, const StageCounts&) = default;
};

struct RecordSummary {
  std::string turn_id;  ///< empty if the record is not a turn that can be read
  /// Of a turn "remembered", "duplicate" (memory has this turn from before) or "refused"; of another record its kind, such as "command".
  std::string outcome;
  std::vector<StageCounts> stages;  ///< all, in the order of their phases

  friend bool operator==(const RecordSummary&, const RecordSummary&) = default;
};

class RecordSummarizer {
 public:
  explicit RecordSummarizer(const log::Record& record);

  /// Takes the next part of an answer; the stages in their order, the parts of one in theirs.
  void take(const model::Completion& part);
  [[nodiscard]] RecordSummary summary() const { return summary_; }

 private:
  const bool is_turn_;
  RecordSummary summary_;
};

}  // namespace turnstream::recall
