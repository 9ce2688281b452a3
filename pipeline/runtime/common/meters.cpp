#include "pipeline/runtime/common/meters.h"

#include <vector>

namespace turnstream::runtime {
namespace {

const std::vector<std::int64_t> kRecordBounds = {20,    50,    100,    200,    500,     1'000,
                                                 2'000, 5'000, 10'000, 50'000, 200'000, 1'000'000};
const std::vector<std::int64_t> kCommitBounds = {500,     1'000,   2'000,   5'000,     10'000,    20'000,    50'000,
                                                 100'000, 200'000, 500'000, 1'000'000, 2'000'000, 10'000'000};

}  // namespace

StageMeter::StageMeter(Metrics* metrics, const std::string& stage) {
  if (metrics == nullptr) {
    return;
  }
  record_us_ = &metrics->histogram({"turnstream_stage_record_us", "Time a stage took for a record."}, kRecordBounds,
                                   {{"stage", stage}});
  retries_ = &metrics->counter({"turnstream_retries_total", "Attempts at a record that a transient error ended."},
                               {{"stage", stage}});
  timers_armed_ = GaugeShare(&metrics->gauge({"turnstream_timers_armed", "Timers that are set."}, {{"stage", stage}}));
  timers_due_ = GaugeShare(
      &metrics->gauge({"turnstream_timers_due", "Timers that are due and have not fired."}, {{"stage", stage}}));
  const char* const statuses[] = {"success", "duplicate", "partial", "failure"};
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    answers_[i] = &metrics->counter({"turnstream_completions_total", "A stage's answers, persona by persona."},
                                    {{"stage", stage}, {"status", statuses[i]}});
  }
}

void StageMeter::answered(const AnswerCounts& counts, std::int64_t elapsed_us) noexcept {
  if (record_us_ == nullptr) {
    return;
  }
  record_us_->observe(elapsed_us);
  const std::int64_t values[] = {counts.success, counts.duplicate, counts.partial, counts.failure};
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (values[i] > 0) {
      answers_[i]->add(static_cast<std::uint64_t>(values[i]));
    }
  }
}

void StageMeter::retried() noexcept {
  if (retries_ != nullptr) {
    retries_->add();
  }
}

void StageMeter::timers(std::int64_t armed, std::int64_t due) noexcept {
  timers_armed_.set(armed);
  timers_due_.set(due);
}

WorkerMeter::WorkerMeter(Metrics* metrics, const std::string& group, int worker) {
  if (metrics == nullptr) {
    return;
  }
  const MetricLabels labels = {{"group", group}, {"worker", std::to_string(worker)}};
  commit_us_ = &metrics->histogram({"turnstream_commit_us", "Time from the changelog to the end of the commit."},
                                   kCommitBounds, {{"group", group}});
  records_ = &metrics->counter({"turnstream_records_total", "Input records processed and committed."}, labels);
  commits_ = &metrics->counter({"turnstream_commits_total", "Transactions committed."}, labels);
}

void WorkerMeter::committed(std::int64_t records, std::int64_t elapsed_us) noexcept {
  if (commit_us_ != nullptr) {
    commit_us_->observe(elapsed_us);
    records_->add(static_cast<std::uint64_t>(records));
    commits_->add();
  }
}

void count_dead_letter(Metrics* metrics, const std::string& stage, const std::string& reason) {
  if (metrics != nullptr) {
    metrics
        ->counter({"turnstream_dead_letters_total", "Records that were refused or failed."},
                  {{"stage", stage}, {"reason", reason}})
        .add();
  }
}

}  // namespace turnstream::runtime
