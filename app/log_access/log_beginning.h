#pragma once
// Records at the beginning of a topic that were deleted, whether or not the pipeline had processed them. Threads: any.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// A partition that does not begin at offset 0.
struct DeletedBeginning {
  Partition partition;
  Offset first;  ///< the first offset that it still has
};

/// The partitions of the topic that lost their first records. Errors: those of the log.
Result<std::vector<DeletedBeginning>> deleted_beginnings(log::Admin& admin, const std::string& topic,
                                                         std::int32_t partitions, log::milliseconds timeout);

/// The offsets that are missing, for people, with the partition first: "0: offsets 0 to 11, 2: offsets 0 to 4".
std::string missing_offsets(const std::vector<DeletedBeginning>& deleted);

/// What `doctor` says of a log without its first records.
struct IncompleteLog {
  std::string text;
  bool is_intended = false;  ///< the topic's retention deletes old records
};

/// Absent if every partition of the log begins at offset 0. Errors: those of the log.
Result<std::optional<IncompleteLog>> incomplete_log(log::Admin& admin, const std::string& topic,
                                                    log::milliseconds timeout);

}  // namespace turnstream::app
