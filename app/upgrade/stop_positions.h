#pragma once
// Where the stages of a stopped pipeline stand in its log. Threads: one.

#include <map>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

struct StopPositions {
  std::vector<NextOffset> next;  ///< for each partition of the log, the offset that the stages process next
  /// The groups that have committed progress, each with its progress in the log, by partition.
  std::map<std::string, std::vector<log::Committed>> groups;

  friend bool operator==(const StopPositions& left, const StopPositions& right) { return left.next == right.next; }
};

/// Error "input_refused" if the stages of a partition stand at different offsets, or if no progress is known though the
/// stages have answered records.
Result<StopPositions> stop_positions(log::Client& client, const model::TopicNames& names,
                                     const std::vector<std::string>& stages, std::int32_t partitions,
                                     log::milliseconds timeout);

}  // namespace turnstream::app
