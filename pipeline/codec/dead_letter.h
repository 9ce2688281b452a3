#pragma once
// DeadLetter: why intake refused a record or a stage failed it, as the headers of a record on the dead-letters topic.
// Key and value of that record are the refused bytes, unchanged; both are absent if they are too large for a dead
// letter. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::codec {

struct DeadLetter {
  std::string stage;    ///< the component that refused the record: "intake" or a stage
  std::string reason;   ///< one of the codes in docs/topics.md: invalid_json, schema, stage_error, …
  std::string message;  ///< a sentence for people
  std::string pointer;  ///< JSON pointer to the refused or missing field, or empty
  std::string rule;     ///< the violated rule with its bound: "maximum 1"; empty from a stage
  std::string topic;    ///< with partition and offset: the position of the refused record
  Partition partition;
  Offset offset;
  std::int64_t timestamp_ms = 0;  ///< since 1970 UTC; of intake: the source record's append time; of a stage: log time
  int attempts = 1;               ///< how often the component tried to process the record
  std::optional<std::string> persona_id;
  std::optional<std::string> turn_id;
  std::string trace_id;
  std::string upstream;  ///< the upstream completions that the stage had read with the record: "episodic=3/1042
                         ///< skill=3/1042"
  friend bool operator==(const DeadLetter&, const DeadLetter&) = default;
};

/// Names and values in a fixed order. All headers are present, with empty values where unknown; only dl_upstream is
/// omitted when empty.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> dead_letter_headers(const DeadLetter& letter);

/// Parses one header into `letter`. False if the name is not one of these headers or the value is malformed.
bool set_dead_letter_header(DeadLetter& letter, std::string_view name, std::string_view value);

}  // namespace turnstream::codec
