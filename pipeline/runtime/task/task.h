#pragma once
// Task: one stage on one partition. It turns one log record and the upstreams' answers to it into the stage's answer:
// completion parts, events, dead letters, and dirty rows in its StateTable. It decides nothing about transactions.
//
// What it does with a record, in order: time advances; settings are taken; the admission and redrive rules are applied;
// the persona's own due timers fire; the stage processes the record; it processes what upstream stages did to other
// personas; on a tick, or with overdue timers left from one, other personas' timers fire, bounded. Each firing has a
// savepoint of its own; a failed record takes back its persona's timers too: they are still due.
// Errors of process(): kRetry (the caller rolls the record back and tries again later), kRebuildState, kStopProcess.
// A record that can never succeed is no error but a completion with status failure and a dead letter.
// Threads: the worker's. Lifetime: borrows stage, store and clock.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/runtime/common/fault_injector.h"
#include "pipeline/runtime/task/record_run.h"
#include "pipeline/stage_api/stage.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

class Task {
 public:
  Task(const stage_api::Stage& stage, std::unique_ptr<store::StateTable> state, const Clock& clock,
       FaultInjector* faults);
  ~Task();

  /// Reads position, version, time and settings from the restored state. Errors (kStopProcess): "logic_version",
  /// "log_mismatch": the state was made by another version of the stage, or from another log than `log_topic`.
  Status load(std::string_view log_topic);
  Result<RecordOutput> process(const PreparedRecord& record, std::vector<StageAnswer> upstream, const Attempt& attempt);
  /// Undoes everything of the record in hand (retry), or keeps it.
  void rollback_record();
  void keep_record();

  /// Writes position and time into the dirty rows: call once before the changelog is written.
  void prepare_commit();
  /// For onlookers: counts the armed timers once, from the restored state; armed() goes on from there.
  Status count_timers();
  [[nodiscard]] std::int64_t timers_armed() const { return timers_restored_ + state_->ordered_rows_added(); }
  /// Timers that are due and have not fired, up to `limit`. Reads the store.
  Result<std::int64_t> timers_due(std::size_t limit);
  [[nodiscard]] store::StateTable& state() { return *state_; }
  [[nodiscard]] NextOffset position() const { return position_; }
  [[nodiscard]] const stage_api::StageInfo& info() const { return stage_.info(); }

 private:
  Status check_origin(std::string_view log_topic);
  Status take_settings(const PreparedRecord& record);

  const stage_api::Stage& stage_;
  std::unique_ptr<store::StateTable> state_;
  const Clock& clock_;
  FaultInjector* faults_;
  NextOffset position_;
  LogTime now_;
  std::unique_ptr<nlohmann::json> settings_;  ///< an object
  std::int64_t timers_restored_ = 0;
  // What rollback_record() returns to: the last record kept.
  NextOffset saved_position_;
  LogTime saved_now_;
  std::unique_ptr<nlohmann::json> saved_settings_;  ///< null: as they are
};

}  // namespace turnstream::runtime
