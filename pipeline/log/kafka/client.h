#pragma once
// The log client on Apache Kafka. make_client() checks the settings but does not connect; the first call that needs a
// broker fails with "unreachable" if none answers. No caller needs librdkafka's header. properties.cpp lists the
// librdkafka properties with reasons. The client must outlive everything it makes. Threads: as in
// pipeline/log/client.h. Each client has one thread of its own, the watchdog of its transaction calls.

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::log::kafka {

enum class Membership {
  kStatic,   ///< ConsumerConfig::instance is the permanent name: no rebalance if restarted within session_timeout
  kDynamic,  ///< ConsumerConfig::instance is ignored: each start or stop causes a rebalance; for autoscaling
};

struct Config {
  std::string bootstrap;  ///< HOST:PORT, or several separated by commas
  std::string client_id_prefix = "ts";
  Membership membership = Membership::kStatic;
  std::chrono::milliseconds transaction_timeout{10'000};
  std::chrono::milliseconds session_timeout{20'000};
  /// librdkafka properties, passed on unchanged (security, tuning). Properties on which correctness depends are
  /// refused. Values are never logged.
  std::map<std::string, std::string> overrides;
  /// While the transaction coordinator is down, librdkafka may ignore a transaction call's time-out. When the time-out
  /// plus this grace has passed, the watchdog ends the process with exit code 7; after a restart the state recovers.
  std::chrono::milliseconds stuck_call_grace{30'000};
};

/// Errors: "setting_refused" (kStopProcess); the message names the property.
Result<std::unique_ptr<log::Client>> make_client(const Config& config);

/// The version of the librdkafka that is loaded, such as "2.0.2"; the headers' version may differ.
std::string librdkafka_version();

}  // namespace turnstream::log::kafka
