#include "pipeline/runtime/task/answer_log.h"

#include "pipeline/base/log_line.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::runtime {

void log_answer(const AnswerPlace& place, const RecordOutput& output, std::size_t failures, bool logs_attempts) {
  const PreparedRecord& record = place.record;
  const bool after_failures = failures > 0;
  const bool is_wanted = after_failures || (logs_attempts && record.turn != nullptr);
  if (!is_wanted || !output.dead_letters.empty()) {
    return;
  }
  LogLine(after_failures ? LogLevel::kInfo : LogLevel::kDebug, "record_answered")
      .with("stage", place.stage.name)
      .with("partition", place.partition.value())
      .with("offset", record.log.offset.value())
      .with("persona", secrets::masked_bytes(record.persona))
      .with("turn", record.turn == nullptr ? std::string_view() : record.turn->turn_id)
      .with("elapsed_ms", output.elapsed_us / 1000)
      .with("attempt", static_cast<std::int64_t>(failures + 1));
}

void log_passes(const AnswerPlace& place, const RecordOutput& output, bool logs_attempts) {
  if (output.passed == stage_api::PassCounts{}) {
    return;
  }
  const auto kind = place.record.kind;
  const bool is_sweep = kind == stage_api::RecordKind::kTick || kind == stage_api::RecordKind::kCommand;
  if (!is_sweep && !logs_attempts) {
    return;
  }
  LogLine(is_sweep ? LogLevel::kInfo : LogLevel::kDebug, "passes_ran")
      .with("stage", place.stage.name)
      .with("partition", place.partition.value())
      .with("offset", place.record.log.offset.value())
      .with("elapsed_ms", output.elapsed_us / 1000)
      .with("passes", output.passed.passes)
      .with("consolidated", output.passed.handled)
      .with("skipped", output.passed.skipped);
}

}  // namespace turnstream::runtime
