#pragma once
// RefusedOffsets: how often a broker refused an offset that its partition has. librdkafka delivers such an error also from before a
// former assignment, and a broker refuses for a moment while its replicas differ; so Feed asks again, but not without end. Threads:
// one at a time.

#include <map>

#include "pipeline/log/client.h"

namespace turnstream::log::kafka {

/// What to do after a refusal.
struct RefusalStep {
  int wait_ms = 0;       ///< before the broker is asked again; at most 1 s
  bool report = false;   ///< write the log line, once in an episode
  bool give_up = false;  ///< the error is fatal
  friend bool operator==(const RefusalStep&, const RefusalStep&) = default;
};

/// The first refusals are silent, the last is fatal, about 14 s after the first.
inline constexpr int kSilentRefusals = 2;
inline constexpr int kRefusalsMax = 20;

/// The step after so many refusals of one offset in a row, from 1 on. Pure.
[[nodiscard]] RefusalStep step_after(int refusals);

class RefusedOffsets {
 public:
  /// The refusals of this offset in a row, this one counted: another offset of the partition begins an episode, for its records were
  /// delivered in between.
  int note(const TopicPartition& where, NextOffset offset);
  void clear() { refused_.clear(); }

 private:
  struct Refused {
    NextOffset offset{0};
    int count = 0;
  };
  std::map<TopicPartition, Refused> refused_;
};

}  // namespace turnstream::log::kafka
