#include "app/run/run_meters.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

#include "app/log_access/lag.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kAnswer{5'000};
constexpr const char* kStates[] = {"starting", "restoring", "running", "waiting"};

/// Index in kStates. Of several workers the least advanced speaks for the stage; one that works for those that rest.
std::size_t state_of(const std::string& group, const std::vector<runtime::NamedStatus>& workers) {
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
  return restoring ? 1 : starting ? 0 : running ? 2 : 3;
}

std::int64_t resident_bytes() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
}

std::int64_t cpu_ms() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto ms = [](const timeval& time) { return std::int64_t{time.tv_sec} * 1'000 + time.tv_usec / 1'000; };
  return ms(used.ru_utime) + ms(used.ru_stime);
}

/// Of what can be read: files come and go meanwhile.
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
  show("turnstream_process_info", "1: who answers.", 1,
       {{"namespace", identity_.names.name_space()},
        {"instance", identity_.instance},
        {"grouping", identity_.grouping},
        {"pid", std::to_string(::getpid())},
        {"version", TURNSTREAM_VERSION}});
  show("turnstream_start_time_ms", "When the process started, since 1970.", identity_.clock.wall_now().value());
  for (const StagePlace& place : identity_.stages) {
    show("turnstream_stage_phase", "The phase of a stage that runs here; 0: intake.", place.phase,
         {{"stage", place.stage}, {"group", place.group}});
  }
  take_hanging(0);
  take_disk();
}

void RunMeters::show(const char* name, const char* help, std::int64_t value, const MetricLabels& labels) {
  metrics_.gauge({name, help}, labels).set(value);
}

void RunMeters::take(const std::vector<runtime::NamedStatus>& workers) {
  const MutexLock lock(mutex_);
  for (const runtime::NamedStatus& worker : workers) {
    take_worker(worker);
  }
  take_states(workers);
  take_process();
}

void RunMeters::take_worker(const runtime::NamedStatus& worker) {
  const MetricLabels labels = {{"group", worker.group}, {"worker", std::to_string(worker.worker)}};
  const runtime::WorkerStatus& status = worker.status;
  show("turnstream_worker_restarts", "Times the worker was started over.", worker.restarts, labels);
  show("turnstream_worker_ready", "1: assigned and restored.", status.ready ? 1 : 0, labels);
  show("turnstream_worker_idle", "1: nothing waits.", status.idle ? 1 : 0, labels);
  show("turnstream_worker_inputs", "Input partitions that it was given.", static_cast<std::int64_t>(status.assigned),
       labels);
  show("turnstream_transaction_age_ms", "How long its transaction has been open; 0: none is.", status.transaction_ms,
       labels);
  show("turnstream_restore_offsets", "Changelog offsets of the last restore.", status.restore_total, labels);
  show("turnstream_restore_offsets_left", "Of them still to be restored.", status.restore_left, labels);
}

void RunMeters::take_states(const std::vector<runtime::NamedStatus>& workers) {
  for (const StagePlace& place : identity_.stages) {
    const std::size_t now = state_of(place.group, workers);
    for (std::size_t i = 0; i < std::size(kStates); ++i) {
      show("turnstream_stage_state", "1: that is what the stage is doing.", i == now ? 1 : 0,
           {{"stage", place.stage}, {"state", kStates[i]}});
    }
  }
}

void RunMeters::take_process() {
  show("turnstream_resident_bytes", "Memory of the process.", resident_bytes());
  const store::RocksMemory memory = identity_.store.memory();
  show("turnstream_store_cache_bytes", "Of it the store's cache.", static_cast<std::int64_t>(memory.cache_bytes));
  show("turnstream_store_write_buffer_bytes", "Of it rows that the store has in no file yet.",
       static_cast<std::int64_t>(memory.write_buffer_bytes));
  Counter& cpu = metrics_.counter({"turnstream_cpu_ms_total", "CPU time of the process."});
  const auto used_ms = static_cast<std::uint64_t>(cpu_ms());
  cpu.add(used_ms - std::min(used_ms, cpu.value()));
  if (lag_seen_) {
    show("turnstream_lag_age_ms", "How old the lags are.",
         (identity_.clock.monotonic_now().value() - lag_seen_->value()) / 1'000);
  }
}

void RunMeters::take_lag(log::Admin& admin, const std::vector<runtime::NamedStatus>& workers) {
  std::map<std::string, std::vector<std::string>> inputs;
  std::vector<log::Position> ends;
  for (const runtime::NamedStatus& worker : workers) {
    inputs[worker.group] = worker.inputs;
    if (worker.status.idle) {
      ends.insert(ends.end(), worker.status.ends.begin(), worker.status.ends.end());
    }
  }
  for (const auto& [group, topics] : inputs) {
    const Result<TopicLags> lags = group_lag(admin, {identity_.names.group(group), topics, ends}, kAnswer);
    if (!lags.ok()) {
      return;  // their age says so
    }
    std::int64_t total = 0;
    for (const auto& [topic, lag] : *lags) {
      total += lag;
    }
    show("turnstream_lag_offsets", "Committed input that the group has still to process.", total, {{"group", group}});
    for (const StagePlace& place : identity_.stages) {
      if (place.group == group) {
        // Of its inputs only the log is the stage's own work; the others are answers that come with it.
        const auto log = lags->find(topics.front());
        show("turnstream_stage_lag_offsets", "Of it what the stage has still to answer.",
             place.phase == 0 || log == lags->end() ? total : log->second, {{"stage", place.stage}});
      }
    }
  }
  const MutexLock lock(mutex_);
  lag_seen_ = identity_.clock.monotonic_now();
}

void RunMeters::take_disk() {
  show("turnstream_state_directory_bytes", "Bytes in the state directory.", bytes_below(identity_.state_directory));
  std::error_code failure;
  const auto space = std::filesystem::space(identity_.state_directory, failure);
  if (!failure) {
    show("turnstream_disk_free_bytes", "Free bytes on its disk.", static_cast<std::int64_t>(space.available));
  }
}

void RunMeters::take_hanging(std::size_t partitions) {
  show("turnstream_hanging_transactions", "Partitions in which a transaction hangs.",
       static_cast<std::int64_t>(partitions));
}

}  // namespace turnstream::app
