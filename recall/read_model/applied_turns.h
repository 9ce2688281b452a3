#pragma once
// AppliedTurns: what became of the turns that were applied last, by the record that intake read. A request that has sent a turn
// waits here for it. It is in memory alone: it knows nothing of the turns before the start of the process. Threads: any.

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "pipeline/base/mutex.h"
#include "pipeline/model/completion.h"
#include "recall/documents/message.h"
#include "recall/read_model/record_changes.h"

namespace turnstream::recall {

/// What episodic, the first stage, answered to the record of the turn.
struct AppliedTurn {
  model::LogPosition log;                          ///< the turn's record in the log
  std::string failure;                             ///< the code of the answer's error, such as "erased"; empty: none
  std::optional<model::LogPosition> duplicate_of;  ///< the same turn was admitted there before

  /// Memory has the turn, from this record or from the one before.
  [[nodiscard]] bool is_remembered() const { return failure.empty(); }
};

class AppliedTurns {
 public:
  /// Notes the record if it is a turn. Call it after the record was applied.
  void note(const JoinedRecord& joined);
  /// Waits until the turn of this record is applied, for `time` at most; absent if it is not, or a stop is requested.
  std::optional<AppliedTurn> wait(const TurnSource& source, std::chrono::milliseconds time,
                                  const std::stop_token& stop);

 private:
  using Turns = std::map<TurnSource, AppliedTurn>;

  Mutex mutex_;
  ConditionVariable changed_;
  Turns turns_ GUARDED_BY(mutex_);
  std::deque<Turns::iterator> order_ GUARDED_BY(mutex_);  ///< the oldest first
};

}  // namespace turnstream::recall
