#include "app/run/run_meters.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

#include "app/log_access/lag.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kAnswer{5'000};
constexpr StageState kStates[] = {StageState::kStarting, StageState::kRestoring, StageState::kRunning,
                                  StageState::kWaiting};

/// The state of a group: restoring if one of its workers is, else starting if one is, else running if one is not idle,
/// else waiting.
StageState state_of(const std::string& group, const std::vector<runtime::NamedStatus>& workers) {
  bool starting = false;
  bool restoring = false;
  bool running = false;
  for (const runtime::NamedStatus& worker : workers) {
    if (worker.group == group) {
      const runtime::WorkerStatus& status = worker.status;
      restoring = restoring || status.restoring;
      starting = starting || (!status.ready && !status.restoring);
      running = running || !status.idle;
    }
  }
  return restoring  ? StageState::kRestoring
         : starting ? StageState::kStarting
         : running  ? StageState::kRunning
                    : StageState::kWaiting;
}

double resident_bytes() {
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::int64_t whole(double value) {
  return std::llround(value);
}

std::optional<std::int64_t> whole(const std::optional<double>& value) {
  return value ? std::optional<std::int64_t>(whole(*value)) : std::nullopt;
}

std::int64_t ms_of(double seconds) {
  return whole(seconds * 1e3);
}

/// The bytes of the regular files below the folder; about, because files may be created and deleted at the same time.
std::int64_t bytes_below(const std::string& folder) {
  namespace fs = std::filesystem;
  std::int64_t bytes = 0;
  std::error_code failure;
  for (fs::recursive_directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure)) {
    std::error_code ignored;
    const std::uintmax_t size = it->is_regular_file(ignored) ? it->file_size(ignored) : 0;
    bytes += ignored ? 0 : static_cast<std::int64_t>(size);
  }
  return bytes;
}

}  // namespace

RunMeters::RunMeters(RunIdentity identity, Metrics& metrics) : identity_(std::move(identity)), metrics_(metrics) {
  show("turnstream_process_info", "Always 1; the labels identify the process.", 1,
       {{"namespace", identity_.names.name_space()},
        {"instance", identity_.instance},
        {"grouping", identity_.grouping},
        {"pid", std::to_string(::getpid())},
        {"version", TURNSTREAM_VERSION}});
  show("turnstream_start_time_seconds", "Start time of the process, since 1970.",
       static_cast<double>(identity_.clock.wall_now().value()) / 1e3);
  for (const StagePlace& place : identity_.stages) {
    show("turnstream_stage_phase", "The phase of a stage that runs here; 0: intake.", place.phase,
         {{"stage", place.stage}, {"group", place.group}});
  }
  take_hanging(0);
  take_disk();
}

void RunMeters::show(const char* name, const char* help, double value, const MetricLabels& labels) {
  metrics_.gauge({name, help}, labels).Set(value);
}

void RunMeters::raise(const char* name, const char* help, double value, const MetricLabels& labels) {
  Counter& counter = metrics_.counter({name, help}, labels);
  counter.Increment(std::max(value - counter.Value(), 0.0));
}

void RunMeters::take(const std::vector<runtime::NamedStatus>& workers, const std::optional<log::LogLoss>& loss) {
  const MutexLock lock(mutex_);
  loss_ = loss;
  show("turnstream_log_answers", "1: the log answers; 0: it has not answered for 3.5 s or more.", loss ? 0 : 1);
  for (const runtime::NamedStatus& worker : workers) {
    take_worker(worker);
  }
  take_states(workers);
  take_process();
  take_clock();
}

void RunMeters::take_worker(const runtime::NamedStatus& worker) {
  const MetricLabels labels = {{"group", worker.group}, {"worker", std::to_string(worker.worker)}};
  const runtime::WorkerStatus& status = worker.status;
  raise("turnstream_worker_restarts_total", "Restarts of the worker.", worker.restarts, labels);
  show("turnstream_worker_ready", "1: the worker has its partitions and their state.", status.ready ? 1 : 0, labels);
  show("turnstream_worker_idle", "1: no input waits.", status.idle ? 1 : 0, labels);
  show("turnstream_worker_inputs", "Input partitions assigned to the worker.", static_cast<double>(status.assigned),
       labels);
  show("turnstream_transaction_age_seconds", "Age of the open transaction; 0: no transaction is open.",
       static_cast<double>(status.transaction_ms) / 1e3, labels);
  show("turnstream_restore_offsets",
       "Offsets that the last restore had to read: of changelogs; for intake of the log, the dead letters and its "
       "inputs.",
       static_cast<double>(status.restore_total), labels);
  show("turnstream_restore_offsets_left", "Of these, the offsets that are not read yet.",
       static_cast<double>(status.restore_left), labels);
}

void RunMeters::take_states(const std::vector<runtime::NamedStatus>& workers) {
  for (const StagePlace& place : identity_.stages) {
    const StageState now = state_of(place.group, workers);
    for (const StageState state : kStates) {
      show("turnstream_stage_state", "1 for the present state of the stage, else 0.", state == now ? 1 : 0,
           {{"stage", place.stage}, {"state", std::string(word_of(state))}});
    }
  }
}

void RunMeters::take_process() {
  show("turnstream_resident_bytes", "Memory of the process.", resident_bytes());
  const store::RocksMemory memory = identity_.store.memory();
  show("turnstream_store_cache_bytes", "The part of that memory that the store's cache uses.",
       static_cast<double>(memory.cache_bytes));
  show("turnstream_store_write_buffer_bytes", "The part of that memory with rows that are not in a file yet.",
       static_cast<double>(memory.write_buffer_bytes));
  raise("turnstream_cpu_seconds_total", "CPU time of the process.", cpu_seconds());
  if (lag_seen_) {
    show("turnstream_lag_age_seconds", "Age of the lag values.",
         static_cast<double>(identity_.clock.monotonic_now().value() - lag_seen_->value()) / 1e6);
  }
}

void RunMeters::take_clock() {
  const ClockView view = identity_.clock.view();
  show("turnstream_clock_held", "1: a jump of the wall clock is held, and log time continues without it.",
       view.state == ClockState::kAhead ? 1 : 0);
  show("turnstream_clock_offset_seconds", "The wall clock minus the clock from which intake takes log time.",
       static_cast<double>(view.wall.value() - view.time.value()) / 1e3);
  const double newest_ms = newest_log_time() * 1e3;
  const double ahead_ms = newest_ms - static_cast<double>(view.time.value());
  show("turnstream_log_time_ahead_seconds", "The highest log time of the stages minus intake's clock; 0: not ahead.",
       std::max(ahead_ms, 0.0) / 1e3);
}

double RunMeters::newest_log_time() const {
  double newest = 0;
  for (const auto& metric : metrics_.find("turnstream_stage_log_time_seconds", {})) {
    newest = std::max(newest, metric.gauge.value);
  }
  return newest;
}

/// The sum of the counters and gauges of this name that have at least these labels; absent if there are none.
std::optional<double> RunMeters::value(const char* name, const MetricLabels& labels) const {
  std::optional<double> sum;
  for (const prometheus::ClientMetric& metric : metrics_.find(name, labels)) {
    sum = sum.value_or(0) + metric.counter.value + metric.gauge.value;
  }
  return sum;
}

StageStatus RunMeters::stage_status(const StagePlace& place) const {
  const auto count = [&](const char* name, const char* label, const std::string& of) {
    return whole(value(name, {{label, of}}).value_or(0));
  };
  StageStatus out;
  out.stage = place.stage;
  out.phase = place.phase;
  for (const StageState state : kStates) {
    if (value("turnstream_stage_state", {{"stage", place.stage}, {"state", std::string(word_of(state))}}) > 0.0) {
      out.state = state;
    }
  }
  out.lag = whole(value("turnstream_stage_lag_offsets", {{"stage", place.stage}}));
  out.restore_offsets = count("turnstream_restore_offsets", "group", place.group);
  out.restore_offsets_left = count("turnstream_restore_offsets_left", "group", place.group);
  out.records = place.phase == 0 ? count("turnstream_records_total", "group", place.group) : 0;
  for (const auto& metric : metrics_.find("turnstream_stage_record_seconds", {{"stage", place.stage}})) {
    out.records += static_cast<std::int64_t>(metric.histogram.sample_count);
  }
  for (const auto& metric : metrics_.find("turnstream_commit_seconds", {{"group", place.group}})) {
    for (const auto& bucket : metric.histogram.bucket) {
      out.commit_us[std::round(bucket.upper_bound * 1e6)] += static_cast<double>(bucket.cumulative_count);
    }
  }
  out.timers_armed = count("turnstream_timers_armed", "stage", place.stage);
  out.timers_due = count("turnstream_timers_due", "stage", place.stage);
  out.dead_letters = count("turnstream_dead_letters_total", "stage", place.stage);
  out.retries = count("turnstream_retries_total", "stage", place.stage);
  out.restarts = count("turnstream_worker_restarts_total", "group", place.group);
  return out;
}

ProcessStatus RunMeters::status() const {
  ProcessStatus out;
  out.name_space = identity_.names.name_space();
  out.instance = identity_.instance;
  out.grouping = identity_.grouping;
  out.version = TURNSTREAM_VERSION;
  out.pid = ::getpid();
  out.started_ms = ms_of(value("turnstream_start_time_seconds").value_or(0));
  out.cpu_ms = ms_of(value("turnstream_cpu_seconds_total").value_or(0));
  out.resident_bytes = whole(value("turnstream_resident_bytes"));
  out.store_cache_bytes = whole(value("turnstream_store_cache_bytes"));
  out.store_write_buffer_bytes = whole(value("turnstream_store_write_buffer_bytes"));
  out.disk_bytes = whole(value("turnstream_state_directory_bytes"));
  out.disk_free_bytes = whole(value("turnstream_disk_free_bytes"));
  if (const std::optional<double> age = value("turnstream_lag_age_seconds")) {
    out.lag_age_ms = ms_of(*age);
  }
  const ClockView view = identity_.clock.view();
  out.clock = word_of(view.state);
  out.clock_offset_ms = view.wall.value() - view.time.value();
  out.clock_in_doubt = view.in_doubt;
  out.log_time_ahead_ms = ms_of(value("turnstream_log_time_ahead_seconds").value_or(0));
  out.hanging = whole(value("turnstream_hanging_transactions").value_or(0));
  out.log = identity_.log;
  {
    const MutexLock lock(mutex_);
    if (loss_) {
      out.log_lost_since_ms = loss_->since.value();
      out.log_lost_cause = loss_->cause;
    }
  }
  for (const StagePlace& place : identity_.stages) {
    out.stages.push_back(stage_status(place));
  }
  return out;
}

void RunMeters::take_lag(log::Admin& admin, const std::vector<runtime::NamedStatus>& workers) {
  // Each group has its own ends: phased groups read the same topics, and one may be far ahead of another.
  std::map<std::string, GroupInputs> groups;
  for (const runtime::NamedStatus& worker : workers) {
    GroupInputs& inputs = groups[worker.group];
    inputs.group = identity_.names.group(worker.group);
    inputs.topics = worker.inputs;
    if (worker.status.idle) {
      inputs.seen.insert(inputs.seen.end(), worker.status.ends.begin(), worker.status.ends.end());
    }
  }
  for (const auto& [group, inputs] : groups) {
    const std::vector<std::string>& topics = inputs.topics;
    const Result<PartitionLags> lags = group_lag(admin, inputs, kAnswer);
    if (!lags.ok()) {
      return;  // lag_age_ms then shows that the lag is old
    }
    std::int64_t total = 0;
    std::int64_t of_log = 0;
    for (const auto& [where, lag] : *lags) {
      total += lag;
      of_log += where.topic == topics.front() ? lag : 0;
      show("turnstream_partition_lag_offsets", "The part of that lag that is in this partition.",
           static_cast<double>(lag),
           {{"group", group}, {"topic", where.topic}, {"partition", std::to_string(where.partition.value())}});
    }
    show("turnstream_lag_offsets", "Committed input that the group has not processed yet.", static_cast<double>(total),
         {{"group", group}});
    for (const StagePlace& place : identity_.stages) {
      if (place.group == group) {
        // For a stage (not intake) only the log counts: its other inputs are completions for the same log records.
        show("turnstream_stage_lag_offsets", "The part of that lag that is in the log; for intake the same as the lag.",
             static_cast<double>(place.phase == 0 ? total : of_log), {{"stage", place.stage}});
      }
    }
  }
  const MutexLock lock(mutex_);
  lag_seen_ = identity_.clock.monotonic_now();
}

void RunMeters::take_disk() {
  show("turnstream_state_directory_bytes", "Bytes in the state directory.",
       static_cast<double>(bytes_below(identity_.state_directory)));
  std::error_code failure;
  const auto space = std::filesystem::space(identity_.state_directory, failure);
  if (!failure) {
    show("turnstream_disk_free_bytes", "Free bytes on its disk.", static_cast<double>(space.available));
  }
}

void RunMeters::take_hanging(std::size_t partitions) {
  show("turnstream_hanging_transactions", "Partitions in which a transaction hangs.", static_cast<double>(partitions));
}

}  // namespace turnstream::app
