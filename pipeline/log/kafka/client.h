#pragma once
// The log client's port on Apache Kafka. make_client() checks the settings and contacts nobody: the first call that
// does finds out whether the brokers answer (code "unreachable"). librdkafka stays behind this header; what it is told,
// and why, stands in properties.cpp.
// Lifetime: the client outlives everything it makes.
// Threads: as pipeline/log/client.h says. Each client runs one thread of its own, which watches transaction calls.

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::log::kafka {

enum class Membership {
  kStatic,   ///< ConsumerConfig::instance is the member's lasting name: a restart causes no rebalance
  kDynamic,  ///< it is ignored: members come and go, for autoscaling
};

struct Config {
  std::string bootstrap;  ///< HOST:PORT, or several with commas
  std::string client_id_prefix = "ts";
  Membership membership = Membership::kStatic;
  std::chrono::milliseconds transaction_timeout{10'000};
  std::chrono::milliseconds session_timeout{20'000};
  /// librdkafka properties passed on as they are (security, tuning). The ones correctness rests on are refused. Values
  /// are never logged.
  std::map<std::string, std::string> overrides;
  /// librdkafka may exceed a transaction call's time-out for ever while the coordinator is down. Past the call's
  /// time-out and this grace, on_stuck_call is called from the watching thread; by default it ends the process with
  /// exit code 7, and a restart recovers.
  std::chrono::milliseconds stuck_call_grace{30'000};
  std::function<void(std::string_view call)> on_stuck_call;
};

/// Errors: "setting_refused" (kStopProcess) names the property.
Result<std::unique_ptr<log::Client>> make_client(const Config& config);

/// Of the library found at run time, not of the headers: "2.0.2".
std::string librdkafka_version();

}  // namespace turnstream::log::kafka
