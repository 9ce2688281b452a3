#pragma once
// Where `tail` starts: the partitions of a topic that it reads, and the meaning of --from. Threads: one.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/log_access/scan.h"
#include "app/tail/record_head.h"
#include "app/tail/time_merge.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// What the user asked for.
struct TailChoice {
  std::string persona;                     ///< empty: of any persona
  std::optional<std::int64_t> partition;   ///< absent: of all partitions
  std::optional<std::int64_t> offset_min;  ///< from this offset, in each partition
  std::optional<std::int64_t> time_min_ms;
  bool has_ticks = true;  ///< false: neither ticks nor completions about no persona, which most ticks cause

  [[nodiscard]] bool has_condition() const { return !persona.empty() || partition || has_start() || !has_ticks; }
  [[nodiscard]] bool has_start() const { return offset_min || time_min_ms; }
};

/// Reads the value of --from into `choice`: an offset, `partition@offset`, or a time. Errors: "usage".
Status read_from(const std::string& text, TailChoice& choice);

/// What the partitions of the topic that can have such records contain now, each from its first record, or from
/// `offset_min`, to its last stable offset. In the topics that the pipeline writes by persona, a persona has one partition.
/// Errors: "usage" for a partition that the topic does not have or that cannot have the persona; those of the log.
Result<std::vector<Stretch>> stretches_of(log::Admin& admin, const log::TopicInfo& topic,
                                          const model::TopicNames& names, const TailChoice& choice,
                                          log::milliseconds timeout);

/// Whether a record is among those of the choice. Borrows both.
[[nodiscard]] Wanted wanted_by(const TailChoice& choice, HeadReader& heads);

}  // namespace turnstream::app
