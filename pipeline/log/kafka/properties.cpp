#include "pipeline/log/kafka/properties.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>

#include "pipeline/base/log_line.h"
#include "pipeline/log/kafka/connection_failure.h"
#include "pipeline/log/kafka/mask.h"

namespace turnstream::log::kafka {
namespace {

constexpr std::size_t kClientIdSizeMax = 20;

constexpr unsigned kFetching = kConsumer | kReader;
constexpr unsigned kProducing = kTransactional | kIdempotent;
constexpr unsigned kAny = kFetching | kProducing | kAdmin | kUncommittedAdmin;
constexpr unsigned kNotProducing = kAny & ~kProducing;

constexpr int kEver = 0;
constexpr int kForEver = std::numeric_limits<int>::max();
constexpr int kVersion2_2 = 0x02020000;
constexpr int kVersion2_3 = 0x02030000;

enum class Override { kRefused, kAllowed };

/// One property. A value that begins with $ is a variable: make_conf() derives it from the Config or HandleNames. If it
/// is empty, the property is not set.
struct Property {
  const char* name;
  const char* value;
  unsigned roles;
  Override override;
  int since = kEver;  ///< the row applies to librdkafka versions from `since` on, but below `before`
  int before = kForEver;
};

constexpr Property kProperties[] = {
    {"bootstrap.servers", "$bootstrap", kAny, Override::kRefused},
    {"client.id", "$client_id", kAny, Override::kRefused},
    {"log.connection.close", "false", kAny, Override::kAllowed},
    // Nagle's algorithm can delay small requests.
    {"socket.nagle.disable", "true", kAny, Override::kAllowed},
    {"socket.keepalive.enable", "true", kAny, Override::kAllowed},
    // In a transactional producer this time-out must be at least 100 ms shorter than that of the transaction.
    {"socket.timeout.ms", "$socket_timeout_ms", kAny, Override::kAllowed},
    {"reconnect.backoff.ms", "50", kAny, Override::kAllowed},
    // With the default of 10 s, a restarted broker could seem unreachable for up to 10 s.
    {"reconnect.backoff.max.ms", "1000", kAny, Override::kAllowed},
    {"topic.metadata.refresh.interval.ms", "30000", kAny, Override::kAllowed},
    {"message.max.bytes", "$message_max_bytes", kProducing, Override::kRefused},
    {"receive.message.max.bytes", "100000000", kAny, Override::kAllowed},

    {"group.id", "$group", kFetching, Override::kRefused},
    {"group.instance.id", "$instance", kConsumer, Override::kRefused},
    // Co-partitioning: if all inputs have equally many partitions, one member gets partition p of each.
    {"partition.assignment.strategy", "range", kConsumer, Override::kRefused},
    // librdkafka compares these three properties in every handle of type consumer, so all handles that do not produce
    // get them.
    {"session.timeout.ms", "$session_timeout_ms", kNotProducing, Override::kRefused},
    {"heartbeat.interval.ms", "$heartbeat_interval_ms", kNotProducing, Override::kRefused},
    // librdkafka refuses a session that is longer.
    {"max.poll.interval.ms", "$max_poll_interval_ms", kNotProducing, Override::kAllowed},
    {"isolation.level", "read_committed", kFetching | kAdmin, Override::kRefused},
    {"isolation.level", "read_uncommitted", kUncommittedAdmin, Override::kRefused},
    // Offsets are committed only in transactions.
    {"enable.auto.commit", "false", kNotProducing, Override::kRefused},
    {"enable.auto.offset.store", "false", kNotProducing, Override::kRefused},
    {"allow.auto.create.topics", "false", kNotProducing, Override::kRefused},
    {"enable.partition.eof", "true", kFetching, Override::kRefused},
    // feed.cpp handles a position that the log does not have; librdkafka must not skip it.
    {"auto.offset.reset", "error", kFetching, Override::kRefused},
    // A resumed partition gets no records until the outstanding fetch ends, so a fetch must be short.
    {"fetch.wait.max.ms", "50", kFetching, Override::kAllowed},
    {"fetch.min.bytes", "1", kFetching, Override::kAllowed},
    // Without this check a damaged batch would be delivered as it is.
    {"check.crcs", "true", kFetching, Override::kAllowed},
    // A response has more only if its first batch is larger. Batches can unpack to many times their size.
    {"fetch.max.bytes", "2097152", kFetching, Override::kAllowed},
    {"max.partition.fetch.bytes", "1048576", kFetching, Override::kAllowed},
    // Before 2.2 the same back-off applies to errors and to full queues.
    {"fetch.error.backoff.ms", "10", kFetching, Override::kAllowed, kEver, kVersion2_2},
    {"fetch.error.backoff.ms", "500", kFetching, Override::kAllowed, kVersion2_2},
    {"fetch.queue.backoff.ms", "10", kFetching, Override::kAllowed, kVersion2_2},
    // About how much one handle prefetches, in all its partitions together.
    {"queued.max.messages.kbytes", "16384", kFetching, Override::kAllowed},
    {"queued.min.messages", "100000", kFetching, Override::kAllowed},

    {"transactional.id", "$transactional_id", kTransactional, Override::kRefused},
    // While a dead writer's transaction is open, read-committed readers wait at its first record.
    {"transaction.timeout.ms", "$transaction_timeout_ms", kTransactional, Override::kRefused},
    {"message.timeout.ms", "$message_timeout_ms", kProducing, Override::kAllowed},
    {"enable.idempotence", "true", kProducing, Override::kRefused},
    {"acks", "all", kProducing, Override::kRefused},
    {"retries", "2147483647", kProducing, Override::kRefused},
    {"max.in.flight.requests.per.connection", "5", kProducing, Override::kRefused},
    // With the default of 100 ms, a transaction can wait that long for the end of the one before
    // (CONCURRENT_TRANSACTIONS).
    {"retry.backoff.ms", "5", kProducing, Override::kAllowed},
    {"retry.backoff.max.ms", "1000", kProducing, Override::kAllowed, kVersion2_3},
    {"linger.ms", "0", kProducing, Override::kAllowed},
    {"batch.num.messages", "10000", kProducing, Override::kAllowed},
    {"batch.size", "1000000", kProducing, Override::kAllowed},
    {"queue.buffering.max.messages", "100000", kProducing, Override::kAllowed},
    {"queue.buffering.max.kbytes", "65536", kProducing, Override::kAllowed},
    {"compression.type", "none", kProducing, Override::kAllowed},
};

using Variables = std::map<std::string_view, std::string>;

Variables variables_of(const Config& config, Role role, const HandleNames& names) {
  const auto transaction_ms = config.transaction_timeout.count();
  const auto session_ms = config.session_timeout.count();
  const bool in_transaction = role == kTransactional;
  // Shorter than the transaction, so that a request fails before it; librdkafka accepts at most 300 s.
  const auto socket_ms = std::clamp<std::int64_t>(transaction_ms - 100, 900, 300'000);
  return {
      {"$bootstrap", config.bootstrap},
      {"$client_id", compose_client_id(config.client_id_prefix, names.client_id)},
      {"$group", names.group},
      {"$instance", config.membership == Membership::kStatic ? names.instance : std::string()},
      {"$transactional_id", names.transactional_id},
      {"$session_timeout_ms", std::to_string(session_ms)},
      {"$max_poll_interval_ms", std::to_string(std::max<std::int64_t>(300'000, session_ms))},
      {"$heartbeat_interval_ms", std::to_string(std::min<std::int64_t>(3'000, session_ms / 3))},
      // The framing of a record is added.
      {"$message_max_bytes", std::to_string(config.record_bytes_max + (64 << 10))},
      {"$transaction_timeout_ms", std::to_string(transaction_ms)},
      {"$message_timeout_ms", std::to_string(in_transaction ? transaction_ms : 30'000)},
      {"$socket_timeout_ms", std::to_string(in_transaction ? socket_ms : 10'000)},
  };
}

bool applies(const Property& property, unsigned roles) {
  const int version = rd_kafka_version();
  return (property.roles & roles) != 0 && property.since <= version && version < property.before;
}

Error refused(const std::string& name, const std::string& why) {
  return make_error(error_codes::kSettingRefused, Reaction::kStopProcess,
                    "The Kafka client's setting " + name + " " + why + ".");
}

Status set_from_table(rd_kafka_conf_t* conf, Role role, const Variables& variables) {
  std::array<char, 256> why{};
  for (const Property& property : kProperties) {
    if (!applies(property, role)) {
      continue;
    }
    const auto variable = variables.find(property.value);
    const std::string value = variable != variables.end() ? variable->second : property.value;
    if (value.empty()) {
      continue;
    }
    if (rd_kafka_conf_set(conf, property.name, value.c_str(), why.data(), why.size()) != RD_KAFKA_CONF_OK) {
      return refused(property.name, "was refused by librdkafka: " + masked(conf, why.data()));
    }
  }
  return {};
}

bool is_refused(const std::string& name) {
  return std::any_of(std::begin(kProperties), std::end(kProperties), [&](const Property& property) {
    return property.override == Override::kRefused && name == property.name;
  });
}

/// librdkafka's own explanation is omitted because it may contain the value, which may be a secret.
Status set_overrides(rd_kafka_conf_t* conf, const Config& config) {
  for (const auto& [name, value] : config.overrides) {
    if (is_refused(name)) {
      return refused(name, "cannot be changed, because the pipeline's guarantees depend on it");
    }
    switch (rd_kafka_conf_set(conf, name.c_str(), value.c_str(), nullptr, 0)) {
      case RD_KAFKA_CONF_OK:
        break;
      case RD_KAFKA_CONF_UNKNOWN:
        return refused(name, "is unknown to librdkafka " + librdkafka_version());
      default:
        return refused(name, "or its value is refused by librdkafka");
    }
  }
  return {};
}

LogLevel level_of(int syslog_level) {
  constexpr int kError = 3;
  constexpr int kWarning = 4;
  constexpr int kInfo = 6;
  return syslog_level <= kError     ? LogLevel::kError
         : syslog_level <= kWarning ? LogLevel::kWarning
         : syslog_level <= kInfo    ? LogLevel::kInfo
                                    : LogLevel::kDebug;
}

/// The kinds of log lines about connections, and about requests that librdkafka repeats or reports to its caller as an
/// error, the fatal ones among them. While a broker is away each handle writes them again and again; LogWatch writes one
/// line instead.
constexpr std::string_view kConnectionLines[] = {"FAIL",   "ERROR",  "FATAL",      "REQTMOUT", "SESSTMOUT",
                                                 "GETPID", "TXNERR", "ADDOFFSETS", "TERMINATE"};

bool is_of_connection(std::string_view facility) {
  return std::find(std::begin(kConnectionLines), std::end(kConnectionLines), facility) != std::end(kConnectionLines);
}

void on_log(const rd_kafka_t* handle, int level, const char* facility, const char* text) noexcept {
  const bool of_connection = is_of_connection(facility);
  const std::string shown = masked(const_cast<rd_kafka_t*>(handle), text);
  if (std::string_view(facility) == "FAIL") {
    note_connection_failure(shown);
  }
  LogLine(of_connection ? LogLevel::kDebug : level_of(level), "librdkafka_logged")
      .with("client", handle != nullptr ? rd_kafka_name(handle) : "none")
      .with("facility", facility)
      .with("text", shown);
}

}  // namespace

Status check_overrides(const std::map<std::string, std::string>& overrides) {
  const Conf conf(rd_kafka_conf_new());
  Config config;
  config.overrides = overrides;
  return set_overrides(conf.get(), config);
}

bool may_override(const std::string& name) {
  const Conf conf(rd_kafka_conf_new());
  return !is_refused(name) && rd_kafka_conf_set(conf.get(), name.c_str(), "", nullptr, 0) != RD_KAFKA_CONF_UNKNOWN;
}

std::string compose_client_id(const std::string& prefix, const std::string& name) {
  std::string id = prefix.empty() || name.empty() ? prefix + name : prefix + "-" + name;
  id.resize(std::min(id.size(), kClientIdSizeMax));
  return id;
}

Result<Conf> make_conf(const Config& config, Role role, const HandleNames& names) {
  Conf conf(rd_kafka_conf_new());
  rd_kafka_conf_set_log_cb(conf.get(), on_log);
  TS_RETURN_IF_ERROR(set_from_table(conf.get(), role, variables_of(config, role, names)));
  TS_RETURN_IF_ERROR(set_overrides(conf.get(), config));
  return conf;
}

Result<Handle> make_handle(Conf conf, Role role) {
  const bool producing = (role & kProducing) != 0;
  std::array<char, 512> why{};
  Handle handle(rd_kafka_new(producing ? RD_KAFKA_PRODUCER : RD_KAFKA_CONSUMER, conf.get(), why.data(), why.size()));
  if (!handle) {
    return make_error(
        error_codes::kSettingRefused, Reaction::kStopProcess,
        "librdkafka cannot make a client with the Kafka client's settings: " + masked(conf.get(), why.data()));
  }
  // rd_kafka_new() takes ownership of the configuration, but only if it succeeds.
  static_cast<void>(conf.release());
  if ((role & kFetching) != 0) {
    rd_kafka_poll_set_consumer(handle.get());
  }
  return handle;
}

}  // namespace turnstream::log::kafka
