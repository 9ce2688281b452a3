#pragma once
// Transactions that block readers: partitions whose last stable offset is behind their end. A transaction of a live
// writer ends within its time-out. The broker ends that of a dead writer at its next check, every 10 s. If a broker
// died and left the transaction open, it never ends, and no client can end it. Threads: one.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {

/// How long a transaction must not move before it counts as hanging. It is longer than the transaction of a dead writer
/// can live. With four checks in each time-out (of the usual 10 s or more), a hanging transaction is found within three
/// time-outs.
std::int64_t hanging_after_ms(std::int64_t transaction_timeout_ms);

struct StandingStill {
  log::TopicPartition where;
  NextOffset stable;
};

/// Since when the readers of each partition wait at their present offset. Threads: one.
class OpenSince {
 public:
  void look(const log::OpenTransactions& now, MonotonicTime at);
  /// Call this after a failed check: while the broker is away, no transaction can end.
  void forget() { since_.clear(); }
  /// Those that have not moved for so long, as of the last check.
  [[nodiscard]] std::vector<StandingStill> for_at_least(std::int64_t ms) const;

 private:
  struct Since {
    NextOffset stable;
    MonotonicTime first;
  };
  std::map<log::TopicPartition, Since> since_;
  MonotonicTime last_;
};

/// A sentence with the command of Kafka's own tools that ends it. `foreign`: other programs also write this topic.
std::string advice(const StandingStill& hanging, bool foreign, const std::string& bootstrap);

}  // namespace turnstream::app
