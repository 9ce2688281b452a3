#pragma once
// StatAnswer: the result of an effect request of kind stat, as a stage reads it from the log: which files exist and
// when they were last changed. Intake has checked the record by schemas/effect_result.schema.json, except for the
// response, which another program wrote: what is not understood there counts as not answered. Threads: any; pure.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::codec {

struct FileState {
  bool exists = false;
  std::optional<EventTime> modified_at;
};

struct StatAnswer {
  std::string effect_id;
  std::string request_hash;
  /// By path. A path that is outside the permitted folders, unknown or too slow is not in it.
  std::map<std::string, FileState, std::less<>> files;
};

/// Absent if the record is not an answer to a request of kind stat. If its status is not `ok`, no file is answered.
[[nodiscard]] std::optional<StatAnswer> parse_stat_answer(std::string_view record);

}  // namespace turnstream::codec
