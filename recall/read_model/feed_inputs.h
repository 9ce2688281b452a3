#pragma once
// FeedInputs: the topics that a Feed reads, where they begin and end, and what is missing at their beginning. Threads: any.
// Lifetime: borrows client and config.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::recall {

/// What a user does about lost input of recall, as a sentence.
inline constexpr const char* kRebuildAdvice =
    "Stop the process, remove the folder `recall` of its state directory, and start it again: recall then begins with the "
    "first record of the log that is left together with the answers of all stages.";

struct FeedConfig {
  std::string log_topic;
  std::vector<std::string> stages;             ///< in the order of their phases
  std::vector<std::string> completion_topics;  ///< by stage
  std::int32_t partitions = 1;
  std::size_t input_bytes_max = std::size_t{8} << 20;  ///< that wait in one input of one partition
  bool accepts_loss = false;  ///< continue behind records of the log that were deleted before they were read
};

/// Of the log `log_topic` and the completions in the namespace `names`. `stages`: in the order of their phases.
[[nodiscard]] FeedConfig feed_config(const model::TopicNames& names, const std::string& log_topic,
                                     std::vector<std::string> stages, std::int32_t partitions);

using FeedInput = log::TopicPartition;

class FeedInputs {
 public:
  FeedInputs(log::Client& client, const FeedConfig& config) : client_(client), config_(config) {}

  /// The inputs of the partition, the log first, then the completions by stage.
  [[nodiscard]] std::vector<FeedInput> of(Partition partition) const;
  /// For each partition, the watermarks of its inputs. Errors: of the log.
  Result<std::vector<std::vector<log::Watermarks>>> marks(log::milliseconds timeout);
  /// Of the log, by partition.
  Result<std::vector<log::Watermarks>> log_marks();
  Result<Offset> first_of_log(Partition partition);
  /// `next`: the first offset of the log that was not read; `first`: the first one that the log still has. Error "lost_input" if
  /// records between them may have been lost and that is not accepted: kRetry if recall has none of the partition, so that it
  /// can begin later, else kStopProcess. One offset may have been the marker of a transaction.
  Status check_hole(Partition partition, NextOffset next, Offset first, bool is_begun) const;

 private:
  log::Client& client_;
  const FeedConfig& config_;
};

}  // namespace turnstream::recall
