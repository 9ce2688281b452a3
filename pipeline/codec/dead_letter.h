#pragma once
// DeadLetter: why intake refused a record or a stage failed it, and the conversion to and from the headers of a record
// on the dead-letters topic. Threads: values; pure.

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
  std::string reason;   ///< a code, such as invalid_json, schema or stage_error (docs/topics.md)
  std::string message;  ///< a sentence for people
  std::string pointer;  ///< JSON pointer to the refused or missing field, or empty
  std::string rule;     ///< the violated rule with its bound, such as "maximum 1", or empty; always empty from a stage
  std::string topic;    ///< topic, partition and offset: the position of the refused record (from a stage: in the log)
  Partition partition;
  Offset offset;
  std::optional<Offset> last_offset;  ///< only if the letter stands for all records from `offset` to this one
  std::int64_t timestamp_ms = 0;  ///< since 1970; from intake: append time of the source record; from a stage: log_time
  int attempts = 1;               ///< 1 plus the stage's retries of the record since its worker started; 1 from intake
  std::optional<std::string> persona_id;
  std::optional<std::string> turn_id;
  std::string trace_id;
  std::string upstream;  ///< the stage's upstream stages, each with the record's partition and offset in the log:
                         ///< "episodic=3/1042 skill=3/1042"; empty from intake
  friend bool operator==(const DeadLetter&, const DeadLetter&) = default;
};

/// Names and values in a fixed order. All headers are present, some with an empty value; only dl_last_offset and
/// dl_upstream are omitted if they are empty.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> dead_letter_headers(const DeadLetter& letter);

/// Parses one header into `letter`. False if the name is not one of these headers or the value is malformed.
bool set_dead_letter_header(DeadLetter& letter, std::string_view name, std::string_view value);

}  // namespace turnstream::codec
