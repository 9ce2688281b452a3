#pragma once
// Task: one stage on one partition. From one log record and the upstreams' answers to it, it makes the stage's answer:
// completion parts, public records, dead letters, and dirty rows in its StateTable. It does not handle transactions.
//
// The steps for a record, in order:
//   1. Time advances.
//   2. A settings record: its values take effect, all others stay in force; if it cannot be read, it fails. Any other
//      record but a tick: admission; if it lets the stage run, the persona's due timers fire, then the stage processes
//      the record.
//   3. The stage processes what upstream stages did to other personas.
//   4. On a tick, or if overdue timers are left: timers of other personas fire, up to the bounds of TimerFiring.
// Each timer has its own savepoint. If the record fails, the timers that fired in step 2 are rolled back too and are
// still due. Errors of process() have any reaction but kDeadLetter; after kRetry the caller rolls the record back and
// tries again later. A record that can never succeed is not an error: its completion has the status failure, and it
// is a dead letter (a conflicting turn: only in the admission gate). Threads: the worker's. Lifetime: borrows stage and clock.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/runtime/common/fault_injector.h"
#include "pipeline/runtime/task/forgotten_list.h"
#include "pipeline/runtime/task/record_run.h"
#include "pipeline/stage_api/memory_settings.h"
#include "pipeline/stage_api/stage.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

class Task {
 public:
  Task(const stage_api::Stage& stage, std::unique_ptr<store::StateTable> state, const Clock& clock,
       FaultInjector* faults);
  ~Task();

  /// Reads position, version, time and settings from the restored state. Errors: "logic_version", "log_mismatch"
  /// (kStopProcess): the state was made by another version of the stage, or from another log than `log_topic`;
  /// "state_damaged" (kRebuildState).
  Status load(std::string_view log_topic);
  /// `changes`: of the upstreams' answers; valid during the call.
  Result<RecordOutput> process(const PreparedRecord& record, std::vector<StageAnswer> upstream,
                               codec::ChangeCache& changes, const Attempt& attempt);
  // Call one of these after process(): undo everything that it did (for a retry), or keep it.
  void rollback_record();
  void keep_record();

  /// Writes position, time and, if it has changed, the list of forgotten personas as dirty rows. Call it in each transaction before the
  /// changelog is written. Returns whether the list has changed: the transaction removed rows for good.
  bool prepare_commit();
  /// Counts the armed timers of the restored state, for metrics. timers_armed() adds later changes to that number.
  Status count_timers();
  /// The highest log time of the partition so far.
  [[nodiscard]] LogTime now() const { return now_; }
  [[nodiscard]] std::int64_t timers_armed() const { return timers_restored_ + state_->timer_rows_added(); }
  /// The number of timers that are due and have not fired, at most `limit`. Reads the store.
  Result<std::int64_t> timers_due(std::size_t limit);
  [[nodiscard]] store::StateTable& state() { return *state_; }
  [[nodiscard]] NextOffset position() const { return position_; }
  [[nodiscard]] const stage_api::StageInfo& info() const { return stage_.info(); }

 private:
  Status check_origin(std::string_view log_topic);
  /// Puts the values of a settings record into force. Error: the record cannot be used; nothing has changed.
  Status take_settings(const PreparedRecord& record);

  const stage_api::Stage& stage_;
  std::unique_ptr<store::StateTable> state_;
  const Clock& clock_;
  FaultInjector* faults_;
  NextOffset position_;
  LogTime now_;
  std::unique_ptr<stage_api::MemorySettings> settings_;  ///< in force; a JSON object
  std::int64_t timers_restored_ = 0;
  ForgottenList forgotten_;
  bool forgotten_changed_ = false;                 ///< since prepare_commit()
  std::optional<std::string> forgetting_persona_;  ///< of a record that is not kept yet
  // The values after the last record that was kept, for rollback_record().
  NextOffset saved_position_;
  LogTime saved_now_;
  std::unique_ptr<stage_api::MemorySettings>
      saved_settings_;  ///< the settings before this record; null: the record did not change them
};

}  // namespace turnstream::runtime
