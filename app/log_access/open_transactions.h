#pragma once
// Transactions that block readers: partitions whose last stable offset is before their end. Every 10 s a Kafka broker
// looks for transactions that are older than their time-out, and ends them. If a broker died and left a transaction
// open, it may never end by itself: then Kafka's own tool must end it. Threads: one.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {

/// The time without progress after which a transaction counts as hanging. The broker ends a dead writer's transaction
/// earlier. With four checks in each time-out of 10 s or more, a hanging one is found after about three time-outs.
std::int64_t hanging_after_ms(std::int64_t transaction_timeout_ms);

struct StandingStill {
  log::TopicPartition where;
  NextOffset stable;  ///< the last stable offset, at which readers wait
};

/// For each partition whose readers wait, the offset at which they wait and since when. Threads: one.
class OpenSince {
 public:
  void update(const log::OpenTransactions& now, MonotonicTime at);
  /// Call this after a failed check: while the broker is away, no transaction can end.
  void forget() { since_.clear(); }
  /// The partitions whose readers have waited at one offset for at least `ms`, as of the last check.
  [[nodiscard]] std::vector<StandingStill> for_at_least(std::int64_t ms) const;

 private:
  struct Since {
    NextOffset stable;
    MonotonicTime first;
  };
  std::map<log::TopicPartition, Since> since_;
  MonotonicTime last_;
};

/// A sentence with the command of Kafka's tools that ends the transaction. `foreign`: other programs also write the
/// topic.
std::string advice(const StandingStill& hanging, bool foreign, const std::string& bootstrap);

}  // namespace turnstream::app
