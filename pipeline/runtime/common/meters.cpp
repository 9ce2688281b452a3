#include "pipeline/runtime/common/meters.h"

#include <vector>

namespace turnstream::runtime {
namespace {

const std::vector<double> kRecordBounds = {0.00002, 0.00005, 0.0001, 0.0002, 0.0005, 0.001,
                                           0.002,   0.005,   0.01,   0.05,   0.2,    1};
const std::vector<double> kCommitBounds = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 10};

double seconds(std::int64_t us) {
  return static_cast<double>(us) / 1e6;
}

}  // namespace

StageMeter::StageMeter(Metrics* metrics, const std::string& stage) : metrics_(metrics), stage_(stage) {
  if (metrics == nullptr) {
    return;
  }
  record_seconds_ = &metrics->histogram({"turnstream_stage_record_seconds", "Time a stage took for a record."},
                                        kRecordBounds, {{"stage", stage}});
  retries_ = &metrics->counter({"turnstream_retries_total", "Attempts at a record that a transient error ended."},
                               {{"stage", stage}});
  timers_armed_ = GaugeShare(&metrics->gauge({"turnstream_timers_armed", "Timers that are set."}, {{"stage", stage}}));
  timers_due_ = GaugeShare(&metrics->gauge(
      {"turnstream_timers_due",
       "Timers that are due and have not fired; at most 1000 are counted for each stage and partition."},
      {{"stage", stage}}));
  gate_records_ = GaugeShare(&metrics->gauge(
      {"turnstream_gate_records", "Records of the log that wait for the completion of an upstream stage."},
      {{"stage", stage}}));
  log_time_seconds_ = &metrics->gauge(
      {"turnstream_stage_log_time_seconds", "The highest log time of the stage's partitions here, since 1970."},
      {{"stage", stage}});
  const char* const statuses[] = {"success", "duplicate", "partial", "failure"};
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    answers_[i] = &metrics->counter({"turnstream_completions_total", "A stage's answers, persona by persona."},
                                    {{"stage", stage}, {"status", statuses[i]}});
  }
}

void StageMeter::answered(const AnswerCounts& counts, std::int64_t elapsed_us) noexcept {
  if (record_seconds_ == nullptr) {
    return;
  }
  record_seconds_->Observe(seconds(elapsed_us));
  const std::int64_t values[] = {counts.success, counts.duplicate, counts.partial, counts.failure};
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (values[i] > 0) {
      answers_[i]->Increment(static_cast<double>(values[i]));
    }
  }
}

void StageMeter::passed(const stage_api::PassCounts& counts, std::int64_t elapsed_us) {
  if (metrics_ == nullptr || counts == stage_api::PassCounts{}) {
    return;
  }
  if (pass_seconds_ == nullptr) {
    const MetricLabels labels = {{"stage", stage_}};
    passes_ = &metrics_->counter({"turnstream_passes_total", "Passes that ended."}, labels);
    pass_entries_ = &metrics_->counter({"turnstream_pass_entries_total", "Entries that passes handled."}, labels);
    passes_skipped_ = &metrics_->counter({"turnstream_passes_skipped_total", "Passes that were skipped."}, labels);
    pass_seconds_ = &metrics_->histogram({"turnstream_pass_seconds", "Time a stage took for a record with passes."},
                                         kRecordBounds, labels);
  }
  passes_->Increment(static_cast<double>(counts.passes));
  pass_entries_->Increment(static_cast<double>(counts.handled));
  passes_skipped_->Increment(static_cast<double>(counts.skipped));
  pass_seconds_->Observe(seconds(elapsed_us));
}

void StageMeter::late(std::int64_t results) {
  if (metrics_ == nullptr || results == 0) {
    return;
  }
  if (effects_late_ == nullptr) {
    effects_late_ = &metrics_->counter({"turnstream_effects_late_total", "Effect results without an open request."},
                                       {{"stage", stage_}});
  }
  effects_late_->Increment(static_cast<double>(results));
}

void StageMeter::retried() noexcept {
  if (retries_ != nullptr) {
    retries_->Increment();
  }
}

void StageMeter::timers(std::int64_t armed, std::int64_t due) noexcept {
  timers_armed_.set(armed);
  timers_due_.set(due);
}

void StageMeter::gate(std::int64_t waiting) noexcept {
  gate_records_.set(waiting);
}

void StageMeter::log_time(LogTime now) noexcept {
  const double now_seconds = static_cast<double>(now.value()) / 1e3;
  if (log_time_seconds_ != nullptr && log_time_seconds_->Value() < now_seconds) {
    log_time_seconds_->Set(now_seconds);
  }
}

WorkerMeter::WorkerMeter(Metrics* metrics, const std::string& group, int worker) {
  if (metrics == nullptr) {
    return;
  }
  const MetricLabels labels = {{"group", group}, {"worker", std::to_string(worker)}};
  commit_seconds_ = &metrics->histogram(
      {"turnstream_commit_seconds", "Time from handing the outputs to the log to the end of the commit."},
      kCommitBounds, {{"group", group}});
  records_ = &metrics->counter(
      {"turnstream_records_total", "Input records, and settings and ticks of intake, processed and committed."},
      labels);
  commits_ = &metrics->counter({"turnstream_commits_total", "Transactions committed."}, labels);
}

void WorkerMeter::committed(std::int64_t records, std::int64_t elapsed_us) noexcept {
  if (commit_seconds_ != nullptr) {
    commit_seconds_->Observe(seconds(elapsed_us));
    records_->Increment(static_cast<double>(records));
    commits_->Increment();
  }
}

void count_dead_letter(Metrics* metrics, const std::string& stage, const std::string& reason) {
  if (metrics != nullptr) {
    metrics
        ->counter({"turnstream_dead_letters_total", "Records that were refused or failed."},
                  {{"stage", stage}, {"reason", reason}})
        .Increment();
  }
}

void count_lost_offsets(Metrics* metrics, const std::string& topic, std::int64_t offsets) {
  if (metrics != nullptr) {
    metrics
        ->counter({"turnstream_lost_offsets_total", "Offsets of inputs that were deleted before intake read them."},
                  {{"topic", topic}})
        .Increment(static_cast<double>(offsets));
  }
}

}  // namespace turnstream::runtime
