#pragma once
// RecordCheck: from which of intake's inputs a record is, and whether it is accepted. A record whose check ended the
// process too often is refused without being parsed. Threads: the worker's. Lifetime: borrows config and ledger.

#include <variant>

#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/intake/intake_validator.h"

namespace turnstream::runtime {

class RecordCheck {
 public:
  /// `crashes` may be null.
  RecordCheck(const IntakeConfig& config, const CrashLedger* crashes)
      : config_(config), crashes_(crashes), validator_(config.clock, config.limits, config.memory_rows) {}

  std::variant<Accepted, Refused> check(const log::Record& record, WallTime now);
  /// The record was refused, as a turn of the future. True if it is accepted at the time `now`.
  [[nodiscard]] bool is_early(const log::Record& record, const Refused& refused, WallTime now);

 private:
  [[nodiscard]] SourceKind kind_of(const log::Record& record) const;

  const IntakeConfig& config_;
  const CrashLedger* crashes_;
  IntakeValidator validator_;
};

}  // namespace turnstream::runtime
