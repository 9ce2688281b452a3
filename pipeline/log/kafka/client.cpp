#include "pipeline/log/kafka/client.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "pipeline/base/log_line.h"
#include "pipeline/base/watchdog.h"
#include "pipeline/log/kafka/admin.h"
#include "pipeline/log/kafka/consumer.h"
#include "pipeline/log/kafka/producer.h"
#include "pipeline/log/kafka/properties.h"
#include "pipeline/log/kafka/reader.h"
#include "pipeline/log/kafka/sender.h"
#include "pipeline/log/kafka/transactional_producer.h"
#include "pipeline/log/kafka/unpack_hooks.h"

namespace turnstream::log::kafka {
namespace {

class Client final : public log::Client {
 public:
  Client(const Config& config, Handle admin)
      : config_(config),
        admin_(config, std::move(admin)),
        watchdog_(config.stuck_call_grace, Watchdog::end_process, [this] { return admin_.is_away(); }) {}

  Result<std::unique_ptr<log::Consumer>> make_consumer(const ConsumerConfig& config) override {
    TS_ASSIGN_OR_RETURN(std::unique_ptr<Consumer> consumer, Consumer::make(config_, config));
    return std::unique_ptr<log::Consumer>(std::move(consumer));
  }

  Result<std::unique_ptr<log::Reader>> make_reader(const std::string& client_id) override {
    // librdkafka assigns partitions only if a group name is set. A reader never joins that group.
    const std::string group = compose_client_id(config_.client_id_prefix, client_id);
    TS_ASSIGN_OR_RETURN(Conf conf, make_conf(config_, kReader,
                                             {.client_id = client_id,
                                              .group = group.empty() ? "reader" : group,
                                              .instance = {},
                                              .transactional_id = {}}));
    TS_ASSIGN_OR_RETURN(Feed feed, Feed::make(std::move(conf), kReader));
    return std::unique_ptr<log::Reader>(std::make_unique<Reader>(std::move(feed)));
  }

  Result<std::unique_ptr<log::TransactionalProducer>> make_transactional_producer(
      const std::string& transactional_id, const std::string& client_id) override {
    TS_ASSIGN_OR_RETURN(
        std::unique_ptr<Sender> sender,
        Sender::make(config_, kTransactional,
                     {.client_id = client_id, .group = {}, .instance = {}, .transactional_id = transactional_id}));
    return std::unique_ptr<log::TransactionalProducer>(
        std::make_unique<TransactionalProducer>(std::move(sender), watchdog_));
  }

  Result<std::unique_ptr<log::Producer>> make_producer(const std::string& client_id) override {
    TS_ASSIGN_OR_RETURN(std::unique_ptr<Sender> sender,
                        Sender::make(config_, kIdempotent,
                                     {.client_id = client_id, .group = {}, .instance = {}, .transactional_id = {}}));
    return std::unique_ptr<log::Producer>(std::make_unique<Producer>(std::move(sender)));
  }

  log::Admin& admin() override { return admin_; }

 private:
  const Config config_;
  Admin admin_;
  Watchdog watchdog_;  ///< after admin_, which it asks whether the broker is away
};

void warn_of_unbounded_codecs() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (const std::string& codec : unbounded_codecs()) {
      LogLine(LogLevel::kWarning, "unpacking_unbounded")
          .with("codec", codec)
          .with("client", "librdkafka " + librdkafka_version())
          .with("text",
                "This librdkafka unpacks batches without the memory bound: a small record can end the process.");
    }
  });
}

}  // namespace

Result<std::unique_ptr<log::Client>> make_client(const Config& config) {
  if (config.bootstrap.empty()) {
    return make_error(error_codes::kSettingRefused, Reaction::kStopProcess,
                      "The address of a Kafka broker is missing: set --bootstrap.");
  }
  TS_ASSIGN_OR_RETURN(
      Conf conf,
      make_conf(config, kAdmin, {.client_id = "admin", .group = {}, .instance = {}, .transactional_id = {}}));
  TS_ASSIGN_OR_RETURN(Handle admin, make_handle(std::move(conf), kAdmin));
  warn_of_unbounded_codecs();
  return std::unique_ptr<log::Client>(std::make_unique<Client>(config, std::move(admin)));
}

std::string librdkafka_version() {
  return rd_kafka_version_str();
}

}  // namespace turnstream::log::kafka
