#pragma once
// StatusReport: what `status` shows, made of one or two looks at the processes: a row a process, a row a stage over all
// processes that run it. Absent numbers are unknown, never 0. Threads: pure functions.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/status/look.h"

namespace turnstream::app {

enum class ProcessState { kReady, kStarting, kRestoring, kHanging, kSilent, kEnded };
enum class StageState { kWaiting, kRunning, kStarting, kRestoring };

std::string_view word_of(ProcessState state);
std::string_view word_of(StageState state);

struct ProcessRow {
  std::string address;
  ProcessState state = ProcessState::kSilent;
  std::string why;  ///< where it does not answer
  std::string name_space;
  std::string instance;
  std::string grouping;
  std::string version;
  std::optional<std::int64_t> pid;
  std::optional<std::int64_t> up_ms;
  std::optional<double> cpu_percent;  ///< of one core, between the looks; without a second one since the start
  std::optional<std::int64_t> resident_bytes;
  std::optional<std::int64_t> store_cache_bytes;
  std::optional<std::int64_t> store_write_buffer_bytes;
  std::optional<std::int64_t> disk_bytes;
  std::optional<std::int64_t> disk_free_bytes;
  std::optional<std::int64_t> lag_age_ms;
  std::int64_t hanging = 0;  ///< partitions in which a transaction hangs
};

/// Cumulative counts by upper bound, as on /metrics.
using Buckets = std::map<double, double>;
/// The value below which that share of the counted lies, within its bucket by proportion; absent for none.
std::optional<double> quantile(const Buckets& buckets, double share);

struct StageRow {
  std::string name_space;
  std::string stage;
  int phase = 0;  ///< 0: intake
  int processes = 0;
  StageState state = StageState::kWaiting;
  std::int64_t restore_offsets = 0;
  std::int64_t restore_offsets_left = 0;
  std::optional<std::int64_t> lag;
  std::int64_t records = 0;
  std::optional<double> records_per_second;
  Buckets commit_us;         ///< since the start
  Buckets commit_us_recent;  ///< between the looks
  std::int64_t timers_armed = 0;
  std::int64_t timers_due = 0;
  std::int64_t dead_letters = 0;
  std::int64_t retries = 0;
  std::int64_t restarts = 0;
};

struct StatusReport {
  std::int64_t time_ms = 0;
  std::vector<ProcessRow> processes;
  std::vector<StageRow> stages;  ///< by namespace, phase, order of the catalog

  [[nodiscard]] bool any_answered() const;
};

/// `before`: an earlier look at the same processes, or none. `order`: stages as the catalog has them.
StatusReport make_report(const std::vector<Look>& now, const std::vector<Look>& before,
                         const std::vector<std::string>& order, WallTime time);

}  // namespace turnstream::app
