#pragma once
// RecordParts: the personas that one log record concerns in one stage: the record's own persona, those of which an
// upstream stage's answer has parts, and those whose timers fire. Each has its own PersonaPart, receives only its own
// upstream parts, and is rolled back alone. Threads: the worker's. Lifetime: lives for one record; borrows the
// task's members, the record and the upstreams' bytes.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pipeline/runtime/common/fault_injector.h"
#include "pipeline/runtime/task/persona_run.h"
#include "pipeline/runtime/task/prepared_record.h"
#include "pipeline/runtime/task/stage_answer.h"
#include "pipeline/stage_api/stage.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

/// The members of a Task that the processing of one record uses.
struct TaskView {
  const stage_api::Stage& stage;
  store::StateTable& state;
  const stage_api::MemorySettings& settings;  ///< the settings in force for this record
  LogTime now;                                ///< the largest log_time in the partition so far, this record included
  FaultInjector* faults;                      ///< may be null
  codec::ChangeCache& changes;                ///< of the upstream completions
};

struct PersonaPart {
  std::unique_ptr<PersonaRun> run;
  std::vector<PersonaAnswer> upstream;  ///< in the order of StageInfo::upstream
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::optional<model::CompletionError> error;
  std::optional<model::LogPosition> duplicate_of;
  std::optional<model::CompletionError> timer_error;  ///< of the persona's last timer that failed at this record
};

class RecordParts {
 public:
  RecordParts(const TaskView& task, const PreparedRecord& record, std::vector<StageAnswer> upstream)
      : task_(task), record_(record), upstream_(std::move(upstream)) {}

  /// Returns the persona's part and makes it if there is none. The reference is valid until the next call.
  PersonaPart& of(std::string_view persona);
  [[nodiscard]] bool is_own(const PersonaPart& part) const { return part.run->persona() == record_.persona; }
  /// The other personas of which the upstream answers have parts.
  [[nodiscard]] std::set<std::string> others() const;
  /// The record as the stage may see it for the part's persona, without turn and upstream. The result has views of the
  /// record, the part and the settings.
  [[nodiscard]] stage_api::Input input_for(const PersonaPart& part) const;
  [[nodiscard]] std::vector<PersonaPart>& all() { return parts_; }

 private:
  [[nodiscard]] RunCause cause_for(std::string_view persona) const;

  const TaskView& task_;
  const PreparedRecord& record_;
  std::vector<StageAnswer> upstream_;
  std::vector<PersonaPart> parts_;
};

}  // namespace turnstream::runtime
