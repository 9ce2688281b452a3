#pragma once
// RecordOutput: what one stage writes into topics for one log record, without the changelog: completion parts, events
// and dead letters; and the values for its metrics. Threads: values.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/runtime/common/meters.h"
#include "pipeline/runtime/task/persona_run.h"

namespace turnstream::runtime {

struct StageDeadLetter {
  std::string reason;
  std::string message;
  std::string pointer;
  std::string persona;
  int attempts = 1;
};

/// One part of the completion as bytes, and the persona that is the key of its record (see Completion::persona_id).
struct CompletionPart {
  std::optional<std::string> persona;
  std::string bytes;
  std::vector<model::Change> changes;  ///< the changes in the bytes, for later stages of the group
};

struct RecordOutput {
  std::vector<CompletionPart> parts;
  std::vector<PublicRecord> records;  ///< events, effect requests, commands for other personas
  std::vector<StageDeadLetter> dead_letters;
  AnswerCounts counts;
  stage_api::PassCounts passed;  ///< of all personas
  std::int64_t late_results = 0;
  std::int64_t elapsed_us = 0;
};

}  // namespace turnstream::runtime
