#pragma once
// The log client on Apache Kafka. make_client() does not wait for a broker; a request that no broker answers fails with
// "unreachable". No caller needs librdkafka's header. properties.cpp lists the librdkafka properties with reasons. The
// client must outlive everything it makes. Threads: as in pipeline/log/client.h. In addition to librdkafka's threads,
// a client has one, the watchdog of its transaction calls (none if stuck_call_grace is 0).

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::log::kafka {

enum class Membership {
  kStatic,   ///< ConsumerConfig::instance is a permanent name: no rebalance if it is back within session_timeout
  kDynamic,  ///< ConsumerConfig::instance is ignored: each join and each close causes a rebalance; for autoscaling
};

struct Config {
  std::string bootstrap;  ///< HOST:PORT, or several separated by commas
  std::string client_id_prefix = "ts";
  Membership membership = Membership::kStatic;
  std::chrono::milliseconds transaction_timeout{10'000};
  std::chrono::milliseconds session_timeout{20'000};
  std::int64_t record_bytes_max = 8 << 20;  ///< of a record that is written: of all topics, the highest maximum
  /// librdkafka properties, passed on unchanged (security, tuning). Those that the table in properties.cpp marks
  /// kRefused are refused.
  std::map<std::string, std::string> overrides;
  /// While the transaction coordinator is down, librdkafka may ignore a transaction call's time-out. When the time-out
  /// plus this grace (0: never) has passed, the watchdog ends the process with exit code 7; it can be started again.
  std::chrono::milliseconds stuck_call_grace{30'000};
};

/// Error "setting_refused" (kStopProcess).
Result<std::unique_ptr<log::Client>> make_client(const Config& config);

/// Checks the names and values of Config::overrides as make_client() does, but makes no client. Error "setting_refused".
Status check_overrides(const std::map<std::string, std::string>& overrides);

/// Whether librdkafka has a property of this name and Config::overrides may set it.
bool may_override(const std::string& name);

/// The version of the librdkafka that is loaded, such as "2.0.2"; the headers' version may differ.
std::string librdkafka_version();

}  // namespace turnstream::log::kafka
