#pragma once
// Transactions that hold readers up: partitions whose last stable offset stands below their end. A living transaction
// ends within its time-out; that of a dead writer when the broker next looks for such, every 10 s; one that a dying
// broker left open never does, and no client can end it.
// Threads: the caller's.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {

/// How long a transaction must stand still before it is called hanging: longer than one of a dead writer lives, and so
/// that looking every quarter of the time-out finds it within three time-outs (of the usual 10 s or more).
std::int64_t hanging_after_ms(std::int64_t transaction_timeout_ms);

struct StandingStill {
  log::TopicPartition where;
  NextOffset stable;
};

/// Since when each partition's readers wait at the offset where they wait. Threads: one.
class OpenSince {
 public:
  void look(const log::OpenTransactions& now, MonotonicTime at);
  /// After a look that failed: while the broker is away, nothing can end.
  void forget() { since_.clear(); }
  /// Those that did not move for so long, as of the last look.
  [[nodiscard]] std::vector<StandingStill> for_at_least(std::int64_t ms) const;

 private:
  struct Since {
    NextOffset stable;
    MonotonicTime first;
  };
  std::map<log::TopicPartition, Since> since_;
  MonotonicTime last_;
};

/// What to do about one: a sentence with the command of Kafka's own tools. `foreign`: others write this topic, too.
std::string advice(const StandingStill& hanging, bool foreign, const std::string& bootstrap);

}  // namespace turnstream::app
