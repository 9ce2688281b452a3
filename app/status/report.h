#pragma once
// StatusReport: the content of `status`, computed from one or two snapshots of each process: a row for each process,
// and one for each stage over all processes that run it. An absent number is unknown, never 0. Threads: pure functions.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/status/look.h"

namespace turnstream::app {

enum class ProcessState { kReady, kStarting, kRestoring, kHanging, kNoLog, kSilent, kEnded };

std::string_view word_of(ProcessState state);

struct ProcessSummary {
  std::string address;
  ProcessState state = ProcessState::kSilent;
  std::string why;       ///< the reason if the process does not answer
  ProcessStatus status;  ///< without an answer, only namespace, instance, grouping, pid of its endpoint file
  std::optional<std::int64_t> up_ms;
  std::optional<double> cpu_percent;  ///< 100 = one core; since the snapshot before, or since the process started
};

/// The value below which `share` of the counted values lie (0.5: the median), interpolated within a bucket; absent if
/// nothing was counted.
std::optional<double> quantile(const Buckets& buckets, double share);

/// One stage of a namespace, over all processes that run it.
struct StageSummary : StageStatus {
  std::string name_space;
  int processes = 0;
  std::optional<double> records_per_second;
  Buckets commit_us_recent;  ///< commit durations between two snapshots; empty if there is only one
};

struct StatusReport {
  std::int64_t time_ms = 0;
  std::vector<ProcessSummary> processes;
  std::vector<StageSummary> stages;  ///< sorted by namespace, phase, and order in the catalog

  [[nodiscard]] bool any_answered() const;
};

/// `before`: earlier snapshots of the same processes, or none. `order`: the names of the stages, in catalog order.
StatusReport make_report(const std::vector<Look>& now, const std::vector<Look>& before,
                         const std::vector<std::string>& order, WallTime time);

}  // namespace turnstream::app
