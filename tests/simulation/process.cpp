#include "tests/simulation/process.h"

namespace turnstream::simulation {
namespace {

constexpr std::size_t kInputBytesMax = 4096;  // so small that inputs are paused often
constexpr std::size_t kCacheBytesMax = 20'000;
constexpr std::int64_t kBufferBytesMax =
    4096;  // so small that some transactions are open in the log before their commit
// So small that walks of changelogs last over crashes, and that transactions have several records.
constexpr std::size_t kRecordBytes = 4'000;
constexpr std::int64_t kStepBytes = 300;
// The simulated clocks pass over months between two runs, and no operator is there to accept that.
constexpr std::int64_t kGapMs = std::int64_t{36'500} * 86'400'000;

}  // namespace

Process::Process(const Site& site, ProcessPlan plan) : site_(site), plan_(std::move(plan)) {
  lose_disk();
}

void Process::lose_disk() {
  crash();
  environment_.reset();
  disk_ = std::make_unique<store::MemoryStore>();
}

void Process::start() {
  crash();
  runtime::StageLimits limits;
  limits.input_bytes_max = kInputBytesMax;
  limits.cache_bytes_max = kCacheBytesMax;
  limits.admin_ms_max = 0;
  limits.restore = {3'600'000, 0, 0, 120'000};
  limits.changelog.record_bytes = kRecordBytes;
  limits.changelog.needless_bytes_min = kKeptBytesFree / 4;
  limits.changelog.walk.step_bytes_min = kStepBytes;
  limits.changelog.walk.first_step_bytes = 4 * kStepBytes;
  limits.changelog.walk.kept_bytes_free = kKeptBytesFree;
  environment_.reset(new runtime::StageEnvironment{site_.client, *disk_, site_.clock, site_.shape, site_.names,
                                                   site_.log_topic, limits, site_.faults, nullptr, false});
  environment_->partitions = site_.partitions;
  LogClockLimits clock_limits;
  clock_limits.gap_ms = kGapMs;
  log_clock_ = std::make_unique<LogClock>(site_.clock, clock_limits);
  if (plan_.intake) {
    workers_.push_back({nullptr, 0, nullptr, {}});
  }
  for (const auto& group : plan_.groups) {
    for (int i = 0; i < plan_.workers; ++i) {
      workers_.push_back({&group, i, nullptr, {}});
    }
  }
}

std::unique_ptr<runtime::Worker> Process::make_worker(const Seat& seat) {
  const std::string name = seat.group == nullptr ? "intake" : seat.group->name;
  const auto suffix = name + "-" + plan_.instance + "-" + std::to_string(seat.number);
  runtime::WorkerConfig config;
  config.consumer.group = site_.names.group(name);
  config.consumer.instance = suffix;
  config.consumer.client_id = suffix;
  config.transactional_id = site_.names.group(suffix);
  config.commit.usual.records_max = 7;
  config.commit.behind.records_max = 20;
  config.commit.buffer_bytes_max = kBufferBytesMax;
  config.poll_ms_max = 0;
  config.restore_records = 10;
  std::unique_ptr<runtime::Processor> processor;
  if (seat.group == nullptr) {
    runtime::IntakeConfig intake;
    intake.names = site_.names;
    intake.partitions = site_.partitions;
    intake.admin_ms_max = 0;
    intake.memory_settings = site_.memory_settings;
    intake.tick_interval_ms = site_.tick_interval_ms;
    intake.memory_rows = site_.memory_rows;
    config.consumer.topics = runtime::intake_topics(intake);
    processor = std::make_unique<runtime::IntakeProcessor>(std::move(intake), site_.client, *log_clock_);
  } else {
    config.consumer.topics = runtime::input_topics(*seat.group, site_.names, site_.log_topic);
    processor = std::make_unique<runtime::StageProcessor>(*environment_, *seat.group);
  }
  return std::make_unique<runtime::Worker>(std::move(config), site_.client, std::move(processor), site_.clock,
                                           watchdog_, &crash_);
}

Status Process::step(int worker) {
  auto& seat = workers_[static_cast<std::size_t>(worker)];
  if (!seat.worker) {
    seat.worker = make_worker(seat);
  }
  const auto status = seat.worker->step();
  if (status.ok()) {
    return {};
  }
  seat.worker.reset();
  seat.last_error = status.error().code + ": " + status.error().message;
  if (status.error().code == "simulated_crash") {
    crash();
  }
  const bool fenced = status.error().code == "fenced";
  return status.error().reaction == Reaction::kStopProcess && !fenced ? status : Status();
}

std::string Process::describe() const {
  std::string text = plan_.instance + ":";
  for (const auto& seat : workers_) {
    text +=
        "\n  " + (seat.group == nullptr ? std::string("intake") : seat.group->name) + "-" + std::to_string(seat.number);
    if (!seat.worker) {
      text += " down, last error " + seat.last_error;
      continue;
    }
    const auto status = seat.worker->status();
    text += status.ready ? " ready" : " not ready";
    text += status.idle ? " idle" : " busy";
    text += ", last error " + seat.last_error;
    for (const auto& end : status.ends) {
      const auto marks = site_.client.admin().watermarks(end.where, log::milliseconds{0});
      text += " " + end.where.topic + "[" + std::to_string(end.where.partition.value()) +
              "]=" + std::to_string(end.next.value()) + "/" +
              (marks.ok() ? std::to_string(marks->high.value()) : marks.error().code);
    }
  }
  return text;
}

bool Process::drained() const {
  for (const auto& seat : workers_) {
    if (!seat.worker) {
      return false;
    }
    const auto status = seat.worker->status();
    if (!status.ready || !status.idle || status.ends.size() < status.assigned) {
      return false;
    }
    for (const auto& end : status.ends) {
      const auto marks = site_.client.admin().watermarks(end.where, log::milliseconds{0});
      if (!marks.ok() || marks->high > end.next) {
        return false;
      }
    }
  }
  return !workers_.empty();
}

}  // namespace turnstream::simulation
