#include "app/run/run_health.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/base/time_format.h"

namespace turnstream::app {
namespace {

constexpr int kUnavailable = 503;
constexpr log::milliseconds kAnswer{5'000};
constexpr log::milliseconds kBetweenLags{500};  ///< minimum wait before a request causes a check of the lag

}  // namespace

RunHealth::RunHealth(HealthConfig config, log::Client& client, const runtime::Supervisor& supervisor, RunMeters& meters,
                     Metrics& metrics, RecallMeters* recall)
    : config_(std::move(config)),
      client_(client),
      supervisor_(supervisor),
      meters_(meters),
      metrics_(metrics),
      recall_(recall),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

HttpRoutes RunHealth::routes() {
  HttpRoutes routes{{"GET", "/metrics", [this](const HttpRequest&) { return metrics_text(); }},
                    {"GET", "/status", [this](const HttpRequest&) { return status(); }}};
  for (HttpRoute& route : routes) {
    route.scope = HttpScope::kAdmin;
  }
  routes.push_back({"GET", "/healthz", [this](const HttpRequest&) { return healthz(); }});
  routes.push_back({"GET", "/readyz", [this](const HttpRequest&) { return readyz(); }});
  return routes;
}

HttpAnswer RunHealth::healthz() const {
  const MutexLock lock(mutex_);
  return hanging_.empty() ? HttpAnswer{.status = 200, .body = "ok\n"}
                          : HttpAnswer{.status = kUnavailable, .body = hanging_};
}

HttpAnswer RunHealth::readyz() const {
  HttpAnswer answer;
  if (const auto loss = supervisor_.log_loss()) {
    answer.status = kUnavailable;
    answer.body = "the log has not answered since " + format_time(loss->since.value()) + ": " + loss->cause + "\n";
  }
  for (const runtime::NamedStatus& worker : supervisor_.status()) {
    if (!worker.status.ready) {
      answer.status = kUnavailable;
      answer.body += "worker " + worker.group + "-" + std::to_string(worker.worker) + " is not ready\n";
    }
  }
  const RecallStatus recall = recall_ == nullptr ? RecallStatus() : recall_->status();
  const std::string problem = recall_problem(recall);
  if (recall.state == RecallState::kStopped) {
    answer.status = kUnavailable;
    answer.body += problem + "\n";
  }
  answer.body += answer.body.empty() ? "ok\n" : "";
  // The pipeline continues, and what is in memory is shown.
  answer.body += recall.state == RecallState::kHeld ? problem + "\n" : "";
  return answer;
}

void RunHealth::take_metrics() {
  {
    const MutexLock lock(mutex_);
    requested_ = true;
  }
  changed_.notify_all();
  meters_.take(supervisor_.status(), supervisor_.log_loss());
  if (recall_ != nullptr) {
    recall_->take();
  }
}

void RunHealth::take_lag() {
  meters_.take_lag(client_.admin(), supervisor_.status());
  if (recall_ != nullptr) {
    recall_->take_lag();
  }
}

HttpAnswer RunHealth::metrics_text() {
  take_metrics();
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics_.text()};
}

HttpAnswer RunHealth::status() {
  take_metrics();
  ProcessStatus status = meters_.status();
  if (recall_ != nullptr) {
    status.recall = recall_->status();
  }
  return {.content_type = "application/json", .body = json_of(status)};
}

void RunHealth::watch(const std::stop_token& stop) noexcept {
  OpenSince since;
  const std::chrono::milliseconds interval(std::max<std::int64_t>(config_.transaction_timeout_ms / 4, 1));
  while (!stop.stop_requested()) {
    meters_.take_disk();
    if (supervisor_.log_loss()) {
      since.forget();  // A request would only wait for its time-out.
    } else {
      check_transactions(since);
    }
    const std::int64_t next_us = config_.clock.monotonic_now().value() + interval.count() * 1'000;
    while (wait_for_request(next_us, stop)) {
      if (!supervisor_.log_loss()) {
        take_lag();
      }
    }
  }
}

/// Waits for kBetweenLags, then until `until_us` or a request for metrics or status; true if one came in time. The lag
/// that is checked then is for later answers: that request's own answer had an earlier lag.
bool RunHealth::wait_for_request(std::int64_t until_us, const std::stop_token& stop) {
  const std::chrono::microseconds left(std::max<std::int64_t>(until_us - config_.clock.monotonic_now().value(), 0));
  const std::chrono::microseconds pause = std::min<std::chrono::microseconds>(left, kBetweenLags);
  const MutexLock lock(mutex_);
  changed_.pause(mutex_, stop, pause);
  const bool requested =
      changed_.wait_for(mutex_, stop, left - pause, [this]() REQUIRES(mutex_) { return requested_; });
  requested_ = false;
  return requested && left > pause && !stop.stop_requested();
}

void RunHealth::check_transactions(OpenSince& since) {
  const Result<log::OpenTransactions> open = log::open_transactions(client_.admin(), config_.watched_topics, kAnswer);
  if (!open.ok()) {
    since.forget();
    return;
  }
  since.update(*open, config_.clock.monotonic_now());
  report(since.for_at_least(hanging_after_ms(config_.transaction_timeout_ms)));
  take_lag();
}

void RunHealth::report(const std::vector<StandingStill>& hanging) {
  meters_.take_hanging(hanging.size());
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
  const MutexLock lock(mutex_);
  hanging_ = std::move(text);
}

}  // namespace turnstream::app
