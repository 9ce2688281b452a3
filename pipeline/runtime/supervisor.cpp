#include "pipeline/runtime/supervisor.h"

#include <algorithm>
#include <chrono>

#include "pipeline/base/log_line.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kTopicsTimeout{2'000};
constexpr std::size_t kClientIdMax = 20;
constexpr log::milliseconds kDrainTimeout{10'000};
constexpr std::chrono::milliseconds kDrainInterval{20};
/// 100 checks take at least 2 s, usually longer than a broker needs to write a commit marker. The number is limited
/// because another program's transaction may stay open longer.
constexpr int kMarkerChecksMax = 100;

std::string_view word_of(Reaction reaction) {
  switch (reaction) {
    case Reaction::kRetry:
      return "retry";
    case Reaction::kRebuildState:
      return "rebuild_state";
    default:
      return "release_partition";
  }
}

void report(const std::string& group, const Error& error, bool again) {
  const bool rebuilds = again && error.reaction == Reaction::kRebuildState;
  LogLine(again ? LogLevel::kWarning : LogLevel::kError, again ? "worker_restarted" : "worker_failed")
      .with("code", error.code)
      .with("reaction", again ? word_of(error.reaction) : "stop_process")
      .with("group", group)
      .with("message", error.message + (rebuilds ? " The worker rebuilds the state from the changelog." : ""));
}

}  // namespace

Supervisor::Supervisor(SupervisorConfig config, const StageEnvironment& environment)
    : config_(std::move(config)), environment_(environment), watchdog_(log::milliseconds(config_.watchdog_ms)) {
  if (config_.intake) {
    const int workers = config_.intake_config.clock == IntakeClock::kEvent ? 1 : config_.workers;
    for (int i = 0; i < workers; ++i) {
      auto runner = std::make_unique<Runner>();
      runner->group = "intake";
      runner->number = i;
      runner->inputs = intake_topics(config_.intake_config);
      runners_.push_back(std::move(runner));
    }
  }
  for (const auto& group : config_.groups) {
    for (int i = 0; i < config_.workers; ++i) {
      auto runner = std::make_unique<Runner>();
      runner->group = group.name;
      runner->number = i;
      runner->inputs = input_topics(group, environment.names, environment.log_topic);
      runner->stages = &group;
      runners_.push_back(std::move(runner));
    }
  }
}

Supervisor::~Supervisor() {
  stop(stop_timeout_);
}

void Supervisor::start() {
  for (auto& runner : runners_) {
    runner->thread = std::jthread([this, &runner = *runner](const std::stop_token& stop) { run(runner, stop); });
  }
}

std::shared_ptr<Worker> Supervisor::make_worker(const Runner& runner) {
  const auto suffix = runner.group + "-" + config_.instance + "-" + std::to_string(runner.number);
  WorkerConfig worker;
  worker.consumer.group = environment_.names.group(runner.group);
  worker.consumer.instance = config_.static_membership ? suffix : std::string();
  worker.consumer.client_id = ("ts-" + runner.group).substr(0, kClientIdMax);
  worker.consumer.topics = runner.inputs;
  worker.transactional_id = environment_.names.group(suffix);
  worker.commit = config_.commit;
  worker.transaction_timeout_ms = config_.transaction_timeout_ms;
  worker.number = runner.number;
  worker.label = runner.group;
  worker.metrics = environment_.metrics;
  std::unique_ptr<Processor> processor;
  if (runner.stages == nullptr) {
    auto intake = config_.intake_config;
    intake.metrics = environment_.metrics;
    processor = std::make_unique<IntakeProcessor>(std::move(intake), environment_.client, environment_.clock,
                                                  environment_.crashes);
  } else {
    processor = std::make_unique<StageProcessor>(environment_, *runner.stages);
  }
  return std::make_shared<Worker>(std::move(worker), environment_.client, std::move(processor), environment_.clock,
                                  watchdog_, runner.stages == nullptr ? nullptr : config_.crash_points);
}

Status Supervisor::run_session(Worker& worker, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    TS_RETURN_IF_ERROR(worker.step());
  }
  return worker.stop(stop_timeout_);
}

Status Supervisor::check_topics(const Error& error) {
  if (config_.topics.empty() || error.code == error_codes::kUnreachable) {
    return {};
  }
  const auto known = environment_.client.admin().topics(kTopicsTimeout);
  if (!known.ok()) {
    return {};  // The broker has not listed its topics: it is unknown whether one is missing.
  }
  for (const auto& topic : config_.topics) {
    const auto same = [&](const log::TopicInfo& info) { return info.name == topic; };
    if (std::none_of(known->begin(), known->end(), same)) {
      return make_error(
          error_codes::kTopicMissing, Reaction::kStopProcess,
          "The topic " + topic +
              " was deleted while the pipeline ran. Restore it from a copy, or continue in another --namespace "
              "(with --log-of " +
              environment_.names.name_space() + " if the log still exists). If the topic was empty, start again.");
    }
  }
  return {};
}

Status Supervisor::recover(Runner& runner, Worker& worker, const Error& error) {
  TS_RETURN_IF_ERROR(check_topics(error));
  if (error.code == error_codes::kTooLarge) {
    auto refused = error;
    refused.message +=
        " On Kafka, raise max.message.bytes of that topic and start again: nothing is lost. The limit must allow the "
        "largest record, and a batch of small ones (kafka.client.batch.size, 1000000 bytes). In the embedded log the "
        "limit of a topic is fixed: use a new namespace with higher topics.turn_bytes_max and topics.record_bytes_max.";
    return refused;
  }
  switch (error.reaction) {
    case Reaction::kReleasePartition:
    case Reaction::kRetry:
      return {};
    case Reaction::kRebuildState: {
      // Rebuild only once without a commit: if the changelog itself is damaged, each rebuild would fail again.
      if (std::exchange(runner.rebuilt, true)) {
        auto hopeless = error;
        hopeless.message +=
            " The state was rebuilt from the changelog, which did not help: replay the log into a new namespace with "
            "`turnstream run --log-of`, and report this as a bug.";
        return hopeless;
      }
      return worker.distrust_state();
    }
    default:
      return error;
  }
}

Result<std::int64_t> Supervisor::plan_restart(Runner& runner, Worker& worker, RestartPolicy& policy,
                                              SessionEnd session) {
  session.was_ready = worker.is_ready();
  session.committed = worker.has_committed();
  if (session.committed) {
    runner.rebuilt = false;  // A commit shows that the worker can process with its state.
  }
  TS_RETURN_IF_ERROR(recover(runner, worker, session.error));
  return policy.after(session);
}

/// Releases the worker, which closes its clients, without holding the mutex: a hanging client must not block status().
void Supervisor::retire(Runner& runner, std::shared_ptr<Worker> worker) {
  {
    const MutexLock lock(runner.mutex);
    runner.worker.reset();
  }
  const auto timeout = std::max(kInitTimeout, log::milliseconds(config_.transaction_timeout_ms));
  const Watchdog::Guard guard = watchdog_.watch("closing a worker's clients", timeout);
  worker.reset();
}

void Supervisor::run(Runner& runner, const std::stop_token& stop) noexcept {
  RestartPolicy policy(config_.restarts);
  while (!stop.stop_requested()) {
    const auto started = environment_.clock.monotonic_now();
    auto worker = make_worker(runner);
    {
      const MutexLock lock(runner.mutex);
      runner.worker = worker;
    }
    const auto status = run_session(*worker, stop);
    if (status.ok()) {
      retire(runner, std::move(worker));
      return;
    }
    const auto ran_ms = (environment_.clock.monotonic_now().value() - started.value()) / 1000;
    const auto wait_ms = plan_restart(runner, *worker, policy, {.error = status.error(), .ran_ms = ran_ms});
    const bool again = wait_ms.ok();
    const auto& error = again ? status.error() : wait_ms.error();
    report(runner.group, error, again);
    if (!again) {
      // Reported before the worker closes its clients, because that can take longer than the process has for its stop.
      fail(error);
      retire(runner, std::move(worker));
      return;
    }
    retire(runner, std::move(worker));
    {
      const MutexLock lock(runner.mutex);
      ++runner.restarts;
    }
    const MutexLock lock(mutex_);
    changed_.pause(mutex_, stop, std::chrono::milliseconds(*wait_ms));
  }
}

void Supervisor::fail(Error error) {
  {
    const MutexLock lock(mutex_);
    if (!failure_) {
      failure_ = std::move(error);
    }
  }
  changed_.notify_all();
}

bool Supervisor::drained_to_end(const Runner& runner) {
  std::shared_ptr<Worker> worker;
  {
    const MutexLock lock(runner.mutex);
    worker = runner.worker;
  }
  if (!worker) {
    return false;
  }
  const auto before = worker->status();
  const auto is_held = [&](const log::Position& end) {
    return std::find(before.held_back.begin(), before.held_back.end(), end.where) != before.held_back.end();
  };
  auto ends = before.ends;
  ends.erase(std::remove_if(ends.begin(), ends.end(), is_held), ends.end());
  if (!before.ready || !before.idle || ends.size() + before.held_back.size() < before.assigned) {
    return false;
  }
  std::vector<log::TopicPartition> inputs;
  for (const auto& end : ends) {
    inputs.push_back(end.where);
  }
  const auto marks = environment_.client.admin().watermarks_of(inputs, kDrainTimeout);
  return marks.ok() && std::equal(ends.begin(), ends.end(), marks->begin(),
                                  [](const auto& end, const auto& mark) { return mark.high <= end.next; });
}

bool Supervisor::drained() {
  for (const auto& runner : runners_) {
    if (!drained_to_end(*runner)) {
      return false;
    }
  }
  return true;
}

void Supervisor::await_markers(const std::stop_token& stop) {
  for (int check = 0; check < kMarkerChecksMax && !stop.stop_requested(); ++check) {
    const auto open = log::open_transactions(environment_.client.admin(), config_.topics, kDrainTimeout);
    if (open.ok() && open->empty()) {
      return;
    }
    const MutexLock lock(mutex_);
    changed_.pause(mutex_, stop, kDrainInterval);
  }
}

bool Supervisor::wait_until_drained(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    // Checked twice: while drained() checks one worker, a worker that it has already checked may write new records.
    if (drained() && drained()) {
      await_markers(stop);
      return true;
    }
    const MutexLock lock(mutex_);
    changed_.wait_for(mutex_, stop, kDrainInterval, [this]() REQUIRES(mutex_) { return failure_.has_value(); });
    if (failure_) {
      return false;
    }
  }
  return false;
}

void Supervisor::wait(const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return failure_.has_value(); });
}

std::optional<Error> Supervisor::stop(log::milliseconds timeout) {
  stop_timeout_ = timeout;
  for (auto& runner : runners_) {
    runner->thread.request_stop();
  }
  changed_.notify_all();
  for (auto& runner : runners_) {
    if (runner->thread.joinable()) {
      runner->thread.join();
    }
  }
  return failure();
}

std::optional<Error> Supervisor::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

std::vector<NamedStatus> Supervisor::status() const {
  std::vector<NamedStatus> all;
  for (const auto& runner : runners_) {
    const MutexLock lock(runner->mutex);
    NamedStatus one{runner->group, runner->number, runner->inputs, {}, runner->restarts};
    if (runner->worker) {
      one.status = runner->worker->status();
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace turnstream::runtime
