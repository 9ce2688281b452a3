#pragma once
// Feed: publishes turns to a pipeline in another process, as its users do, and waits for their completions.
// Threads: one drives.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::bench {

struct FeedConfig {
  std::string name_space;           ///< the turns go to the topic `<namespace>-turns`
  std::string file;                 ///< of turns, one a line; empty: those of made_turn.h
  int first = 0;                    ///< number of the first turn that is made
  int turns = 0;                    ///< made, or read from the file
  int personas = 1'000;             ///< of made turns
  int rate = 0;                     ///< turns a second; 0: all at once, without waiting for completions
  int settle = 0;                   ///< the first turns, whose latencies do not count
  std::vector<std::string> stages;  ///< the stages whose completions are awaited
  /// Called when completions with a new append time are read: times in milliseconds since 1970. May be empty.
  std::function<void(std::int64_t appended_ms, std::int64_t seen_ms)> on_completions;
};

/// The latencies, as send_paced() returns them; none if the rate is 0. Precondition: the topics exist.
Result<std::vector<std::int64_t>> run_feed(log::Client& client, const FeedConfig& config);

}  // namespace turnstream::bench
