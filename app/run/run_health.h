#pragma once
// RunHealth: what /healthz, /readyz and /metrics say of a running pipeline. Healthy: no transaction hangs in a topic
// of the namespace. Ready: every worker has its partitions and their state. A thread of its own looks for hanging
// transactions, four times in a transaction's time-out. Threads: answers any. Lifetime: borrows supervisor, client and
// clock.

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/http/http_server.h"
#include "app/log_access/open_transactions.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/supervisor.h"

namespace turnstream::app {

struct HealthConfig {
  const Clock& clock;
  model::TopicNames names;
  std::vector<std::string> watched_topics;
  std::vector<std::string> foreign_topics;  ///< those of them that others write, too
  std::int64_t transaction_timeout_ms = 10'000;
  std::string bootstrap;
};

class RunHealth {
 public:
  RunHealth(HealthConfig config, log::Client& client, const runtime::Supervisor& supervisor, Metrics& metrics);
  RunHealth(const RunHealth&) = delete;
  RunHealth& operator=(const RunHealth&) = delete;
  ~RunHealth() = default;

  /// /healthz, /readyz, /metrics.
  HttpHandlers handlers();

  HttpAnswer healthz() const;
  HttpAnswer readyz() const;
  HttpAnswer metrics_text();

 private:
  void watch(const std::stop_token& stop) noexcept;
  void report(const std::vector<StandingStill>& hanging);
  void take(const runtime::NamedStatus& worker);
  void take_lag();

  HealthConfig config_;
  log::Client& client_;
  const runtime::Supervisor& supervisor_;
  Metrics& metrics_;
  mutable std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::string hanging_;  ///< advice, a line a partition; empty = none
  std::jthread thread_;
};

}  // namespace turnstream::app
