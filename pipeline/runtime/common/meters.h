#pragma once
// Meters: what workers and stages count for /metrics. A meter finds its metrics by name once, in its constructor;
// count_dead_letter() finds its counter at each call. If the Metrics are null, nothing is counted. docs/operating.md
// explains each metric. Threads: each meter belongs to one worker; meters of the same labels share their metrics.
// Lifetime: borrows the Metrics.

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "pipeline/base/metrics.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

/// A stage's answers to one record by status: one for each persona in its completion, or one in all if it has none. A
/// duplicate counts only as duplicate.
struct AnswerCounts {
  std::int64_t success = 0;
  std::int64_t duplicate = 0;
  std::int64_t partial = 0;
  std::int64_t failure = 0;
};

/// One summand of a gauge: several objects add their values to the same gauge. The destructor subtracts the value.
class GaugeShare {
 public:
  explicit GaugeShare(Gauge* gauge = nullptr) : gauge_(gauge) {}
  GaugeShare(GaugeShare&& other) noexcept
      : gauge_(std::exchange(other.gauge_, nullptr)), value_(std::exchange(other.value_, 0)) {}
  GaugeShare& operator=(GaugeShare&& other) noexcept {
    std::swap(gauge_, other.gauge_);
    std::swap(value_, other.value_);
    return *this;
  }
  ~GaugeShare() { set(0); }
  void set(std::int64_t value) noexcept {
    if (gauge_ != nullptr) {
      gauge_->Increment(static_cast<double>(value - std::exchange(value_, value)));
    }
  }

 private:
  Gauge* gauge_;  ///< null: the share counts nothing
  std::int64_t value_ = 0;
};

class StageMeter {
 public:
  StageMeter(Metrics* metrics, const std::string& stage);
  void answered(const AnswerCounts& counts, std::int64_t elapsed_us) noexcept;
  /// What passes did at a record that took `elapsed_us`. The metrics exist from the stage's first pass on.
  void passed(const stage_api::PassCounts& counts, std::int64_t elapsed_us);
  /// Effect results for which no request was open. The metric exists from the stage's first one on.
  void late(std::int64_t results);
  void retried() noexcept;
  /// Sets this meter's shares of the two gauges: the armed timers of its task, and those of them that are due.
  void timers(std::int64_t armed, std::int64_t due) noexcept;
  /// Sets this meter's share of the gauge of log records that wait for completions of upstream stages.
  void gate(std::int64_t waiting) noexcept;
  /// Raises the stage's log time to this one.
  void log_time(LogTime now) noexcept;

 private:
  Metrics* metrics_;
  std::string stage_;
  Histogram* pass_seconds_ = nullptr;  ///< null: no pass ran; then the counters of passes are null too
  Counter* passes_ = nullptr;
  Counter* pass_entries_ = nullptr;
  Counter* passes_skipped_ = nullptr;
  Counter* effects_late_ = nullptr;
  Histogram* record_seconds_ = nullptr;  ///< null: counts nothing; then the other pointers are null too
  Counter* retries_ = nullptr;
  std::array<Counter*, 4> answers_{};  ///< in the order of AnswerCounts
  GaugeShare timers_armed_;
  GaugeShare timers_due_;
  GaugeShare gate_records_;
  Gauge* log_time_seconds_ = nullptr;
};

class WorkerMeter {
 public:
  WorkerMeter(Metrics* metrics, const std::string& group, int worker);
  /// `records`: WorkerTransaction::inputs(). `elapsed_us`: from the start of writing the changelog to the commit's end.
  void committed(std::int64_t records, std::int64_t elapsed_us) noexcept;

 private:
  Histogram* commit_seconds_ = nullptr;  ///< null: the meter counts nothing; then the other pointers are null too
  Counter* records_ = nullptr;
  Counter* commits_ = nullptr;
};

void count_dead_letter(Metrics* metrics, const std::string& stage, const std::string& reason);
void count_lost_offsets(Metrics* metrics, const std::string& topic, std::int64_t offsets);

}  // namespace turnstream::runtime
