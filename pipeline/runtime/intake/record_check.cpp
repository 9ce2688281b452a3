#include "pipeline/runtime/intake/record_check.h"

#include "pipeline/runtime/intake/refusal.h"

namespace turnstream::runtime {

std::variant<Accepted, Refused> RecordCheck::check(const log::Record& record, WallTime now) {
  const model::LogPosition position{record.partition, record.offset};
  if (crashed_too_often(crashes_, kChecking, position, record.topic)) {
    return Refused{crashed_error("checked"), std::string(record.key.value_or(std::string_view())), {}};
  }
  const CrashLedger::Marker marker(kChecking, position, record.topic);
  return validator_.check(kind_of(record), record, now);
}

bool RecordCheck::is_early(const log::Record& record, const Refused& refused, WallTime now) {
  return refused.error.code == error_codes::kTimestampInFuture && kind_of(record) == SourceKind::kTurns &&
         std::holds_alternative<Accepted>(validator_.check(kind_of(record), record, now));
}

SourceKind RecordCheck::kind_of(const log::Record& record) const {
  if (record.topic == config_.names.commands()) {
    return SourceKind::kCommands;
  }
  if (record.topic == config_.names.shares()) {
    return SourceKind::kShares;
  }
  return record.topic == config_.names.effect_results() ? SourceKind::kEffectResults : SourceKind::kTurns;
}

}  // namespace turnstream::runtime
