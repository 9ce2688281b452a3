#include "pipeline/runtime/supervisor.h"

#include <algorithm>
#include <chrono>

#include "pipeline/base/log_line.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::runtime {
namespace {

constexpr std::size_t kClientIdMax = 20;
constexpr log::milliseconds kDrainTimeout{10'000};
constexpr std::chrono::milliseconds kDrainInterval{20};
/// The longest wait for a lost log before the length of the outage is checked again.
constexpr log::milliseconds kLossSlice{1'000};
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

/// `disturbed`: the log was lost lately. The restarts of all workers then follow from that, and LogWatch reports it.
void report(const std::string& group, const Error& error, bool again, bool disturbed) {
  const bool rebuilds = again && error.reaction == Reaction::kRebuildState;
  const LogLevel level = !again ? LogLevel::kError : disturbed && !rebuilds ? LogLevel::kDebug : LogLevel::kWarning;
  LogLine(level, again ? "worker_restarted" : "worker_failed")
      .with("code", error.code)
      .with("reaction", again ? word_of(error.reaction) : "stop_process")
      .with("group", group)
      .with("message", error.message + (rebuilds ? " The worker rebuilds the state from the changelog." : ""));
}

}  // namespace

Supervisor::Supervisor(SupervisorConfig config, const StageEnvironment& environment)
    : config_(std::move(config)),
      environment_(environment),
      topic_check_(environment.client.admin(), config_.topics, environment.names.name_space()),
      log_watch_(environment.client.admin(), environment.clock),
      watchdog_(log::milliseconds(config_.watchdog_ms), Watchdog::end_process,
                [this] { return log_watch_.loss().has_value(); }) {
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
    intake.askers = askers_of(environment_.shape);
    processor = std::make_unique<IntakeProcessor>(std::move(intake), environment_.client, *config_.log_clock,
                                                  environment_.crashes, environment_.starts);
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

/// The log answered that a topic or a partition does not exist. That is also what a broker answers while it restarts.
bool Supervisor::is_of_unknown_topic(const Error& error) {
  return error.code == error_codes::kUnknownTopic || error.code == error_codes::kUnknownPartition;
}

Status Supervisor::recover(Runner& runner, Worker& worker, const Error& error) {
  if (error.code == error_codes::kTooLarge) {
    auto refused = error;
    refused.message +=
        " On Kafka, raise max.message.bytes of that topic and start again: nothing is lost. The limit must allow the "
        "largest record, and a batch of small ones (kafka.client.batch.size, 1000000 bytes). In the embedded log the "
        "limit of a topic is fixed: use a new namespace with higher topics.turn_bytes_max and topics.record_bytes_max.";
    return refused;
  }
  if (error.code == error_codes::kSegmentTooSmall) {
    auto refused = error;
    refused.message +=
        " The topic's segment.bytes is smaller than a batch of records: set it to at least the topic's "
        "max.message.bytes (Kafka's default is 1 GiB) and start again: nothing is lost.";
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

Result<std::int64_t> Supervisor::plan_restart(Runner& runner, Worker& worker, RestartPolicy& policy, SessionEnd session,
                                              const std::stop_token& stop) {
  session.was_ready = worker.is_ready();
  session.committed = worker.has_committed();
  if (session.committed) {
    runner.rebuilt = false;  // A commit shows that the worker can process with its state.
  }
  if (session.error.code != error_codes::kUnreachable) {
    TS_RETURN_IF_ERROR(topic_check_.run(stop));
  }
  if (is_of_unknown_topic(session.error)) {
    session.error.reaction = Reaction::kReleasePartition;  // The topic exists, or it is not known whether it does.
  }
  TS_RETURN_IF_ERROR(recover(runner, worker, session.error));
  return policy.after(session);
}

Status Supervisor::wait_for_log(RestartPolicy& policy, const std::stop_token& stop) {
  auto loss = log_watch_.loss();
  while (loss && !stop.stop_requested()) {
    const auto began = environment_.clock.monotonic_now();
    log_watch_.wait_until_back(stop, kLossSlice);
    const auto waited_ms = (environment_.clock.monotonic_now().value() - began.value()) / 1'000;
    TS_RETURN_IF_ERROR(policy.waited(waited_ms, make_error(error_codes::kUnreachable, Reaction::kRetry, loss->cause)));
    loss = log_watch_.loss();
  }
  return {};
}

/// Destroys the worker, which closes its clients, without holding the mutex: a hanging client must not block status().
void Supervisor::retire(std::shared_ptr<Worker> worker) {
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
    {
      const MutexLock lock(runner.mutex);
      runner.worker.reset();  // status() then shows that the runner has no worker
    }
    if (status.ok()) {
      retire(std::move(worker));
      return;
    }
    const auto ran_ms = (environment_.clock.monotonic_now().value() - started.value()) / 1000;
    const auto wait_ms = plan_restart(runner, *worker, policy, {.error = status.error(), .ran_ms = ran_ms}, stop);
    const bool again = wait_ms.ok();
    const auto& error = again ? status.error() : wait_ms.error();
    report(runner.group, error, again, log_watch_.is_disturbed());
    if (!again) {
      // Reported before the worker closes its clients, because that can take longer than the process has for its stop.
      fail(error);
      retire(std::move(worker));
      return;
    }
    retire(std::move(worker));
    {
      const MutexLock lock(runner.mutex);
      ++runner.restarts;
    }
    if (!pause_before_next(policy, log::milliseconds(*wait_ms), stop)) {
      return;
    }
  }
}

bool Supervisor::pause_before_next(RestartPolicy& policy, log::milliseconds wait, const std::stop_token& stop) {
  {
    const MutexLock lock(mutex_);
    changed_.pause(mutex_, stop, wait);
  }
  if (const Status back = wait_for_log(policy, stop); !back.ok()) {
    fail(back.error());
    return false;
  }
  return true;
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
