#include "app/run/run_health.h"

#include <algorithm>
#include <fstream>
#include <unistd.h>

#include "app/log_access/lag.h"
#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

constexpr int kUnavailable = 503;
constexpr log::milliseconds kAnswer{5'000};

std::int64_t resident_bytes() {
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
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
  metrics_.gauge({"turnstream_resident_bytes", "Memory of the process."}).set(resident_bytes());
  HttpAnswer answer;
  answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
  answer.body = metrics_.text();
  return answer;
}

void RunHealth::take(const runtime::NamedStatus& worker) {
  const MetricLabels labels = {{"group", worker.group}, {"worker", std::to_string(worker.worker)}};
  const runtime::WorkerStatus& status = worker.status;
  const auto show = [&](const char* name, const char* help, std::int64_t value) {
    metrics_.gauge({name, help}, labels).set(value);
  };
  show("turnstream_worker_restarts", "Times the worker was started over.", worker.restarts);
  show("turnstream_worker_ready", "1: assigned and restored.", status.ready ? 1 : 0);
  show("turnstream_worker_idle", "1: nothing waits.", status.idle ? 1 : 0);
  show("turnstream_transaction_age_ms", "How long its transaction has been open; 0: none is.", status.transaction_ms);
  show("turnstream_restore_offsets", "Changelog offsets of the last restore.", status.restore_total);
  show("turnstream_restore_offsets_left", "Of them still to be restored.", status.restore_left);
}

void RunHealth::take_lag() {
  std::map<std::string, std::vector<std::string>> inputs;
  std::vector<log::Position> ends;
  for (const runtime::NamedStatus& worker : supervisor_.status()) {
    inputs[worker.group] = worker.inputs;
    if (worker.status.idle) {
      ends.insert(ends.end(), worker.status.ends.begin(), worker.status.ends.end());
    }
  }
  for (const auto& [group, topics] : inputs) {
    const Result<std::int64_t> lag = group_lag(client_.admin(), {config_.names.group(group), topics, ends}, kAnswer);
    if (lag.ok()) {
      metrics_
          .gauge({"turnstream_lag_offsets", "Committed input that the group has still to process."}, {{"group", group}})
          .set(*lag);
    }
  }
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
    const Result<log::OpenTransactions> open = log::open_transactions(client_.admin(), config_.watched_topics, kAnswer);
    if (!open.ok()) {
      since.forget();
      continue;
    }
    since.look(*open, config_.clock.monotonic_now());
    report(since.for_at_least(hanging_after_ms(config_.transaction_timeout_ms)));
    take_lag();
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
