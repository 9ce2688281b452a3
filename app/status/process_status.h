#pragma once
// ProcessStatus: what a running process reports on /status, and its JSON. `run` fills and writes it, `status` reads it.
// An absent number is unknown, never 0. Threads: values.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::app {

/// Cumulative counts by upper bound; the bound of the last is infinity.
using Buckets = std::map<double, double>;

enum class StageState { kWaiting, kRunning, kStarting, kRestoring };
std::string_view word_of(StageState state);

struct StageStatus {
  std::string stage;
  int phase = 0;  ///< 0: intake
  StageState state = StageState::kWaiting;
  std::optional<std::int64_t> lag;   ///< offsets of the log (intake: of its inputs) that its group has not processed
  std::int64_t restore_offsets = 0;  ///< to read in the last restore; this, the next field and restarts: of its group
  std::int64_t restore_offsets_left = 0;
  std::int64_t records = 0;  ///< processed since the start of the process
  Buckets commit_us;         ///< commit durations of the stage's group, since the start
  std::int64_t timers_armed = 0;
  std::int64_t timers_due = 0;
  std::int64_t dead_letters = 0;
  std::int64_t retries = 0;
  std::int64_t restarts = 0;
};

/// How far recall is in one partition of the log.
struct RecallPlace {
  std::int64_t partition = 0;
  std::int64_t next = 0;   ///< the first offset that is not applied
  std::int64_t since = 0;  ///< the records before this were deleted before recall could read them; 0: it has had all
};

enum class RecallState { kFollowing, kHeld, kStopped };
std::string_view word_of(RecallState state);

struct RecallStatus {
  RecallState state = RecallState::kFollowing;
  std::optional<std::int64_t> lag;          ///< offsets of the log that are not applied
  std::int64_t records = 0;                 ///< of the log that were applied since the start of the process
  std::optional<std::int64_t> log_time_ms;  ///< of the newest record that is applied, since 1970
  std::vector<std::string> waits_for;       ///< stages
  std::string failure;                      ///< why recall has stopped; empty: it has not
  std::int64_t personas = 0;                ///< whose index is in memory; this and the next: as of the last measurement
  std::int64_t index_bytes = 0;
  std::vector<RecallPlace> partitions;
};

struct ProcessStatus {
  std::string name_space;
  std::string instance;
  std::string grouping;
  std::string version;
  std::optional<std::int64_t> pid;
  std::int64_t started_ms = 0;  ///< since 1970
  std::int64_t cpu_ms = 0;
  std::optional<std::int64_t> resident_bytes;
  std::optional<std::int64_t> store_cache_bytes;
  std::optional<std::int64_t> store_write_buffer_bytes;
  std::optional<std::int64_t> disk_bytes;
  std::optional<std::int64_t> disk_free_bytes;
  std::optional<std::int64_t> lag_age_ms;  ///< time since the lags were last measured
  std::int64_t hanging = 0;                ///< partitions in which a transaction hangs
  std::string log;  ///< the log with its address, for example "Apache Kafka at 127.0.0.1:9092 …"
  std::optional<std::int64_t> log_lost_since_ms;  ///< since 1970; absent while the log answers
  std::string log_lost_cause;                     ///< empty while the log answers
  std::string clock;                              ///< good, ahead or behind (ClockState); empty: unknown
  std::int64_t clock_offset_ms = 0;               ///< the wall clock minus the clock from which intake takes log time
  bool clock_in_doubt = false;                    ///< no other clock has said that the wall clock is wrong
  std::int64_t log_time_ahead_ms = 0;  ///< the highest log time of the stages minus intake's clock; 0: not ahead
  std::vector<StageStatus> stages;
  std::optional<RecallStatus> recall;  ///< absent if the process does not run recall
};

/// What status and doctor say about a process whose log does not answer. Precondition: log_lost_since_ms is present.
std::string log_loss_text(const ProcessStatus& status);

/// What status and /readyz say about recall if it waits or has stopped, without a full stop; empty if it follows the log.
std::string recall_problem(const RecallStatus& recall);

std::string json_of(const ProcessStatus& status);
/// Parses what json_of() writes; absent if the text is not JSON, or a field is missing or has another type.
std::optional<ProcessStatus> parse_process_status(std::string_view json);

}  // namespace turnstream::app
