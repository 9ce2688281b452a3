#pragma once
// DeadLetter: why bytes were refused, as the headers of a record on the dead-letters topic; key and value of that
// record are the refused bytes, untouched. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::codec {

struct DeadLetter {
  std::string stage;    ///< who refused: "intake" or a stage
  std::string reason;   ///< one of the words of docs/topics.md: invalid_json, schema, stage_error, …
  std::string message;  ///< a sentence for people
  std::string pointer;  ///< of the refused field, missing ones too
  std::string rule;     ///< the rule that was broken and its bound: "maximum 1"
  std::string topic;    ///< where the refused record stands
  Partition partition;
  Offset offset;
  std::int64_t timestamp_ms = 0;
  int attempts = 1;
  std::optional<std::string> persona_id;
  std::optional<std::string> turn_id;
  std::string trace_id;
  std::string upstream;  ///< what else a stage's input consisted of: "episodic=3/1042 skill=3/1042"
  friend bool operator==(const DeadLetter&, const DeadLetter&) = default;
};

/// Names and values in a fixed order: all of them, empty where unknown; only dl_upstream is left out where empty.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> dead_letter_headers(const DeadLetter& letter);

/// Takes one header back into `letter`; false if the name is none of ours or the value cannot be read.
bool set_dead_letter_header(DeadLetter& letter, std::string_view name, std::string_view value);

}  // namespace turnstream::codec
