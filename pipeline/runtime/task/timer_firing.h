#pragma once
// TimerFiring: fires the timers that are due at a record: before the stage processes it, those of the record's persona, but not at a
// command, whose completion says what the command alone did and behind which nothing may stand that it forgets; on a tick, those of all personas, at most 1024 timers of 256 personas and about 128 KiB of changes and events (256 KiB if
// timers of an earlier tick are left); what is left follows at the next records, of 8 personas and about 32 KiB each. A timer
// whose call fails is rolled back alone and armed again: 30 s later, doubling with each failure in a row up to 64 min.
// Errors: those of the store, and the stage's own other than kRetry and kDeadLetter.
// Threads: the worker's. Lifetime: lives for one record; borrows all that it is given.

#include "pipeline/runtime/task/record_parts.h"

namespace turnstream::runtime {

class TimerFiring {
 public:
  /// `crashed`: the process crashed three times at this record; its timers are armed again without calling the stage.
  TimerFiring(const TaskView& task, const PreparedRecord& record, RecordParts& parts, bool crashed)
      : task_(task), record_(record), parts_(parts), crashed_(crashed) {}

  /// Fires the due timers of the record's own persona. Precondition: `part` is that persona's part.
  Status fire_own(PersonaPart& part);
  /// On a tick, fires the due timers of all personas, up to the bounds above: of the 1024 that are due the longest, first those of
  /// StageInfo::first_timers. The others stay overdue; the next records (of any kind) fire them up to the same bounds, except
  /// those of the record's own persona.
  Status fire_due();

 private:
  Status fire(const Timer& timer, PersonaPart& part);
  Status arm_again(const Timer& timer, PersonaPart& part, const Error& error);

  const TaskView& task_;
  const PreparedRecord& record_;
  RecordParts& parts_;
  bool crashed_;
};

}  // namespace turnstream::runtime
