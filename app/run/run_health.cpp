#include "app/run/run_health.h"

#include <algorithm>

#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

constexpr int kUnavailable = 503;
constexpr log::milliseconds kAnswer{5'000};

/// A worker that was replaced counts from 0 again.
std::uint64_t growth(std::int64_t before, std::int64_t now) {
  return static_cast<std::uint64_t>(now >= before ? now - before : now);
}

}  // namespace

RunHealth::RunHealth(HealthConfig config, log::Client& client, const runtime::Supervisor& supervisor, Metrics& metrics)
    : config_(std::move(config)),
      client_(client),
      supervisor_(supervisor),
      metrics_(metrics),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

HttpHandlers RunHealth::handlers() {
  return {{"/healthz", [this] { return healthz(); }},
          {"/readyz", [this] { return readyz(); }},
          {"/metrics", [this] { return metrics_text(); }}};
}

HttpAnswer RunHealth::healthz() const {
  const std::lock_guard lock(mutex_);
  return hanging_.empty() ? HttpAnswer{.status = 200, .body = "ok\n"}
                          : HttpAnswer{.status = kUnavailable, .body = hanging_};
}

HttpAnswer RunHealth::readyz() const {
  HttpAnswer answer;
  for (const runtime::NamedStatus& worker : supervisor_.status()) {
    if (!worker.status.ready) {
      answer.status = kUnavailable;
      answer.body += "worker " + worker.group + "-" + std::to_string(worker.worker) + " is not ready\n";
    }
  }
  answer.body += answer.body.empty() ? "ok\n" : "";
  return answer;
}

HttpAnswer RunHealth::metrics_text() {
  for (const runtime::NamedStatus& worker : supervisor_.status()) {
    take(worker);
  }
  HttpAnswer answer;
  answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
  answer.body = metrics_.text();
  return answer;
}

void RunHealth::take(const runtime::NamedStatus& worker) {
  const MetricLabels labels = {{"group", worker.group}, {"worker", std::to_string(worker.worker)}};
  const std::lock_guard lock(mutex_);
  runtime::WorkerStatus& last = last_[worker.group + "-" + std::to_string(worker.worker)];
  metrics_.counter({"turnstream_records_total", "Input records processed."}, labels)
      .add(growth(last.records, worker.status.records));
  metrics_.counter({"turnstream_commits_total", "Transactions committed."}, labels)
      .add(growth(last.commits, worker.status.commits));
  metrics_.gauge({"turnstream_worker_restarts", "Times the worker was started over."}, labels).set(worker.restarts);
  metrics_.gauge({"turnstream_worker_ready", "1: assigned and restored."}, labels).set(worker.status.ready ? 1 : 0);
  metrics_.gauge({"turnstream_worker_idle", "1: nothing waits."}, labels).set(worker.status.idle ? 1 : 0);
  last = worker.status;
}

void RunHealth::watch(const std::stop_token& stop) noexcept {
  OpenSince since;
  const std::chrono::milliseconds look_every(std::max<std::int64_t>(config_.transaction_timeout_ms / 4, 1));
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, look_every, [] { return false; });
    lock.unlock();
    if (stop.stop_requested()) {
      return;
    }
    const Result<OpenTransactions> open = open_transactions(client_.admin(), config_.watched_topics, kAnswer);
    if (!open.ok()) {
      since.forget();
      continue;
    }
    since.look(*open, config_.clock.monotonic_now());
    report(since.for_at_least(hanging_after_ms(config_.transaction_timeout_ms)));
  }
}

void RunHealth::report(const std::vector<StandingStill>& hanging) {
  std::string text;
  for (const StandingStill& one : hanging) {
    const bool foreign = std::find(config_.foreign_topics.begin(), config_.foreign_topics.end(), one.where.topic) !=
                         config_.foreign_topics.end();
    text += advice(one, foreign, config_.bootstrap) + "\n";
    LogLine(LogLevel::kError, "transaction_hung")
        .with("partition", one.where.partition.value())
        .with("offset", one.stable.value())
        .with("topic", one.where.topic);
  }
  const std::lock_guard lock(mutex_);
  hanging_ = std::move(text);
}

}  // namespace turnstream::app
