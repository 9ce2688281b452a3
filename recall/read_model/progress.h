#pragma once
// Progress: how far the read model is in one partition, and its row. Threads: values.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::recall {

/// How far the read model is in one partition of the log.
struct Progress {
  NextOffset next;                       ///< of the log
  std::vector<NextOffset> answers_next;  ///< of the completions of each stage, in the order of apply()
  LogTime log_time;                      ///< of the last record that was applied
  NextOffset since;  ///< before this the log's records were deleted before they were read; 0: none was
};

[[nodiscard]] std::string progress_row(const Progress& progress);
/// Absent if the bytes are damaged.
[[nodiscard]] std::optional<Progress> read_progress_row(std::string_view bytes);

}  // namespace turnstream::recall
