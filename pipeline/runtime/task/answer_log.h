#pragma once
// The log lines about what a stage answered to a record. They tell what was done and how long it took, and nothing depends
// on them. Threads: any.

#include <cstdint>

#include "pipeline/base/strong_type.h"
#include "pipeline/runtime/task/prepared_record.h"
#include "pipeline/runtime/task/record_output.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

/// Which stage answered which record.
struct AnswerPlace {
  const stage_api::StageInfo& stage;
  Partition partition;
  const PreparedRecord& record;
};

/// Logs an answer without dead letter. `failures`: attempts that failed before it. After a failed attempt the line is always
/// written; else only if the record has a turn and `logs_attempts` is set (each stage then logs each turn).
void log_answer(const AnswerPlace& place, const RecordOutput& output, std::size_t failures, bool logs_attempts);

/// Logs what passes did at the record, if any ran or was skipped: for a tick or a command always, else only if
/// `logs_attempts` is set.
void log_passes(const AnswerPlace& place, const RecordOutput& output, bool logs_attempts);

}  // namespace turnstream::runtime
