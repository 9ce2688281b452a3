#pragma once
// PacedTurns: sends turns at a rate to a pipeline, of this process or another one, and reads completions as a consumer does,
// read committed. The latency of a turn is the time from the moment at which it is due, so a late sender does not hide
// what it delays, to the moment at which the last of the awaited completions was read.
// Threads: one drives; the turns are sent on another. Lifetime: borrows the client and the clock.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "tests/bench/topics.h"

namespace turnstream::bench {

struct PacedTurns {
  int count = 0;
  int settle = 0;                       ///< the first turns, whose latencies do not count
  int rate = 50;                        ///< turns a second, above 0
  std::vector<log::TopicInfo> awaited;  ///< completion topics: a turn has a completion in each of them
  /// Sends all turns and returns when they are stored. It calls its argument before each turn.
  std::function<Status(const Pace&)> send;
  /// The place of the turn with this id, from 0; nothing for turns that send() has not sent.
  std::function<std::optional<int>(std::string_view)> place_of;
  /// Called with each awaited record when it is read; may be empty.
  std::function<void(const log::Record&)> on_completion;
};

/// The latencies of the turns behind the first `settle`, in microseconds, sorted. A turn whose completions have not come
/// two minutes after the last turn has none.
Result<std::vector<std::int64_t>> send_paced(log::Client& client, const Clock& clock, const PacedTurns& turns);

}  // namespace turnstream::bench
