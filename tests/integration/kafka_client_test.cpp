// The behaviour of the Kafka client beyond the contract: settings, brokers that do not answer, deleted records.
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>

#include "pipeline/base/clock.h"
#include "pipeline/log/kafka/client.h"
#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/mask.h"
#include "pipeline/log/kafka/properties.h"
#include "pipeline/log/open_transactions.h"
#include "tests/integration/broker_address.h"

namespace turnstream::log::kafka {
namespace {

constexpr milliseconds kTimeout{20'000};
constexpr milliseconds kShort{1'500};
/// An address at which no broker listens.
constexpr char kNowhere[] = "127.0.0.1:9";

std::unique_ptr<log::Client> client_of(const Config& config) {
  auto made = make_client(config);
  REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().message));
  return std::move(made).value();
}

Config config_of(const std::string& bootstrap) {
  Config config;
  config.bootstrap = bootstrap;
  return config;
}

std::string new_topic(log::Client& client, std::int64_t record_bytes_max = 0) {
  static int topics = 0;
  TopicSpec spec;
  spec.name = "kafka-client-" + std::to_string(::getpid()) + "-" + std::to_string(SystemClock{}.wall_now().value()) +
              "-" + std::to_string(++topics);
  spec.max_message_bytes = record_bytes_max;
  REQUIRE(client.admin().create_topics(std::span(&spec, 1), kTimeout).ok());
  return spec.name;
}

void write(log::Client& client, const std::string& topic, int count) {
  auto producer = client.make_producer("writer");
  REQUIRE(producer.ok());
  for (int i = 0; i < count; ++i) {
    const std::string value = std::to_string(i);
    REQUIRE(producer.value()->produce(OutgoingRecord{topic, Partition{0}, "k", value, {}}).ok());
  }
  REQUIRE(producer.value()->flush(kTimeout).ok());
}

/// Deletes records as retention does, but immediately.
void delete_records_before(const Config& config, const std::string& topic, std::int64_t offset) {
  auto conf = make_conf(config, kAdmin, {.client_id = "test", .group = {}, .instance = {}, .transactional_id = {}});
  REQUIRE(conf.ok());
  auto handle = make_handle(std::move(conf).value(), kAdmin);
  REQUIRE(handle.ok());
  const PartitionList list(rd_kafka_topic_partition_list_new(1));
  rd_kafka_topic_partition_list_add(list.get(), topic.c_str(), 0)->offset = offset;
  rd_kafka_DeleteRecords_t* request = rd_kafka_DeleteRecords_new(list.get());
  const Queue replies(rd_kafka_queue_new(handle.value().get()));
  rd_kafka_DeleteRecords(handle.value().get(), &request, 1, nullptr, replies.get());
  const EventHandle reply(rd_kafka_queue_poll(replies.get(), static_cast<int>(kTimeout.count())));
  rd_kafka_DeleteRecords_destroy(request);
  REQUIRE(reply);
  REQUIRE(rd_kafka_event_error(reply.get()) == RD_KAFKA_RESP_ERR_NO_ERROR);
}

/// The offsets that the reader delivers of each topic, up to the end of each.
std::map<std::string, std::vector<std::int64_t>> read_to_end(log::Reader& reader, std::size_t topics) {
  std::map<std::string, std::vector<std::int64_t>> offsets;
  std::set<std::string> ended;
  const Deadline deadline(kTimeout);
  while (ended.size() < topics) {
    REQUIRE_FALSE(deadline.passed());
    auto event = reader.poll(milliseconds{100});
    REQUIRE_MESSAGE(event.ok(), (event.ok() ? "" : event.error().message));
    if (const auto* record = std::get_if<Record>(&event.value())) {
      offsets[std::string(record->topic)].push_back(record->offset.value());
    } else if (const auto* end = std::get_if<EndOfPartition>(&event.value())) {
      ended.insert(end->where.topic);
    }
  }
  return offsets;
}

void check_unreachable(const Error& error) {
  CHECK(error.code == "unreachable");
  CHECK(error.reaction == Reaction::kRetry);
  CHECK(error.message.find(kNowhere) != std::string::npos);
}

TEST_CASE("each allowed transaction timeout makes settings that librdkafka accepts") {
  for (const int transaction_ms : {1'000, 300'000, 300'101, 900'000}) {
    Config config = config_of(kNowhere);
    config.transaction_timeout = milliseconds{transaction_ms};
    CAPTURE(transaction_ms);
    auto conf = make_conf(config, kTransactional,
                          {.client_id = "test", .group = {}, .instance = {}, .transactional_id = "one"});
    REQUIRE(conf.ok());
    CHECK(make_handle(std::move(conf).value(), kTransactional).ok());
  }
}

TEST_CASE("calls to a broker that does not answer fail in time with an error that names it") {
  const auto client = client_of(config_of(kNowhere));
  const Deadline deadline(kShort * 8);
  const TopicPartition where[] = {{"t", Partition{0}}};
  check_unreachable(client->admin().cluster_id(kShort).error());
  check_unreachable(client->admin().topics(kShort).error());
  check_unreachable(client->admin().watermarks(where[0], kShort).error());
  check_unreachable(client->admin().committed("g", where, kShort).error());
  auto producer = client->make_transactional_producer("tx", "writer");
  REQUIRE(producer.ok());
  check_unreachable(producer.value()->init(kShort).error());
  CHECK_FALSE(deadline.passed());
}

TEST_CASE("closing a consumer whose broker does not answer ends within its time-out") {
  const auto client = client_of(config_of(kNowhere));
  auto consumer = client->make_consumer({.group = "g", .instance = "", .client_id = "c", .topics = {"t"}});
  REQUIRE(consumer.ok());
  REQUIRE(consumer.value()->poll(milliseconds{50}).ok());
  const Deadline deadline(kShort * 2);
  consumer.value()->close(kShort);
  consumer.value().reset();
  CHECK_FALSE(deadline.passed());
}

TEST_CASE("before the commit the producer gives the broker's time at which the records were appended") {
  const auto client = client_of(config_of(integration::broker_address().value()));
  const std::string topic = new_topic(*client);
  auto producer = client->make_transactional_producer(topic, "writer").value();
  REQUIRE(producer->init(kTimeout).ok());
  for (int round = 0; round < 2; ++round) {
    const std::int64_t before = SystemClock{}.wall_now().value();
    REQUIRE(producer->begin().ok());
    REQUIRE(producer->produce({topic, Partition{0}, "k", "v", {}}).ok());
    const auto appended = producer->append_time(kTimeout);
    REQUIRE(appended.ok());
    REQUIRE(appended->has_value());
    CHECK(**appended >= before - 1);
    CHECK(**appended <= SystemClock{}.wall_now().value() + 1);
    REQUIRE(producer->commit(kTimeout).ok());
  }
}

TEST_CASE("a setting on which a guarantee depends cannot be overridden") {
  for (const char* name : {"isolation.level", "enable.auto.commit", "transactional.id", "auto.offset.reset"}) {
    Config config = config_of(kNowhere);
    config.overrides[name] = "x";
    const auto refused = make_client(config);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == "setting_refused");
    CHECK(refused.error().message.find(name) != std::string::npos);
  }
}

TEST_CASE("texts of librdkafka are passed on without the secrets of the configuration or parts of them") {
  Config config = config_of(kNowhere);
  config.overrides = {{"sasl.password", "abc"}, {"sasl.oauthbearer.config", "principal=admin hunter2secret"}};
  const auto conf = make_conf(config, kAdmin, {.client_id = "c", .group = {}, .instance = {}, .transactional_id = {}});
  REQUIRE(conf.ok());
  CHECK(masked(conf->get(), "Unrecognized value beginning at: hunter2secret") == "Unrecognized value beginning at:***");
  CHECK(masked(conf->get(), "login abc, part nter2secr") == "login ***, part ***");
  CHECK(masked(conf->get(), "no broker answers") == "no broker answers");
  const auto none =
      make_conf(config_of(kNowhere), kAdmin, {.client_id = "c", .group = {}, .instance = {}, .transactional_id = {}});
  REQUIRE(none.ok());
  CHECK(masked(none->get(), "login abc with kinit") == "login abc with kinit");
  CHECK(masked(static_cast<rd_kafka_t*>(nullptr), "abc") == "abc");
}

TEST_CASE("an override that librdkafka refuses gives an error with its name and without its value") {
  for (const char* name : {"security.protocol", "no.such.setting"}) {
    Config config = config_of(kNowhere);
    config.overrides[name] = "hunter2";
    const auto refused = make_client(config);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == "setting_refused");
    CHECK(refused.error().message.find(name) != std::string::npos);
    CHECK(refused.error().message.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("settings for tuning can be overridden") {
  Config config = config_of(*integration::broker_address());
  config.overrides = {{"linger.ms", "5"}, {"compression.type", "lz4"}, {"max.poll.interval.ms", "60000"}};
  const auto client = client_of(config);
  const std::string topic = new_topic(*client);
  write(*client, topic, 10);
  CHECK(client->admin().watermarks({topic, Partition{0}}, kTimeout).value().high.value() == 10);
}

TEST_CASE("a record as large as the configuration allows is written and read and a larger one is refused") {
  Config config = config_of(*integration::broker_address());
  config.record_bytes_max = 25'165'824;
  const auto client = client_of(config);
  const std::string topic = new_topic(*client, config.record_bytes_max);
  auto producer = client->make_producer("writer");
  REQUIRE(producer.ok());
  const std::string value(static_cast<std::size_t>(config.record_bytes_max) - 1'000, 'x');
  REQUIRE(producer.value()->produce(OutgoingRecord{topic, Partition{0}, "k", value, {}}).ok());
  REQUIRE(producer.value()->flush(kTimeout).ok());
  const std::string larger(value.size() + 100'000, 'x');
  const Status refused = producer.value()->produce(OutgoingRecord{topic, Partition{0}, "k", larger, {}});
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "too_large");
  auto reader = client->make_reader("reader");
  REQUIRE(reader.ok());
  const Position positions[] = {{{topic, Partition{0}}, NextOffset{0}}};
  REQUIRE(reader.value()->assign(positions).ok());
  CHECK(read_to_end(*reader.value(), 1)[topic] == std::vector<std::int64_t>{0});
}

TEST_CASE("a client id has at most 20 characters") {
  CHECK(compose_client_id("ts", "worker-0") == "ts-worker-0");
  CHECK(compose_client_id("", "worker") == "worker");
  CHECK(compose_client_id("a-long-prefix", "and-a-long-name").size() == 20);
}

TEST_CASE(
    "a reader of deleted records starts at the first record that is left and keeps its position in other topics") {
  const Config config = config_of(*integration::broker_address());
  const auto client = client_of(config);
  const std::string cut = new_topic(*client);
  const std::string whole = new_topic(*client);
  write(*client, cut, 10);
  write(*client, whole, 3);
  delete_records_before(config, cut, 6);
  CHECK(client->admin().watermarks({cut, Partition{0}}, kTimeout).value().first.value() == 6);

  auto reader = client->make_reader("reader");
  REQUIRE(reader.ok());
  const Position positions[] = {{{whole, Partition{0}}, NextOffset{1}}, {{cut, Partition{0}}, NextOffset{2}}};
  REQUIRE(reader.value()->assign(positions).ok());
  auto offsets = read_to_end(*reader.value(), 2);
  CHECK(offsets[whole] == std::vector<std::int64_t>{1, 2});
  CHECK(offsets[cut] == std::vector<std::int64_t>{6, 7, 8, 9});
}

TEST_CASE("a reader passes over the deleted records of many topics") {
  const Config config = config_of(*integration::broker_address());
  const auto client = client_of(config);
  std::vector<Position> positions;
  for (int i = 0; i < 8; ++i) {
    const std::string topic = new_topic(*client);
    write(*client, topic, 2);
    delete_records_before(config, topic, 1);
    positions.push_back({{topic, Partition{0}}, NextOffset{0}});
  }
  auto reader = client->make_reader("reader");
  REQUIRE(reader.ok());
  REQUIRE(reader.value()->assign(positions).ok());
  const auto offsets = read_to_end(*reader.value(), positions.size());
  CHECK(offsets.size() == positions.size());
  for (const auto& each : offsets) {
    CHECK(each.second == std::vector<std::int64_t>{1});
  }
}

TEST_CASE("a reader may get its partitions again and end before they have stopped") {
  const auto client = client_of(config_of(*integration::broker_address()));
  const std::string topic = new_topic(*client);
  write(*client, topic, 3);
  const Position from{{topic, Partition{0}}, NextOffset{0}};
  for (int readers = 0; readers < 10; ++readers) {
    auto reader = client->make_reader("again");
    REQUIRE(reader.ok());
    for (int rounds = 0; rounds < 5; ++rounds) {
      REQUIRE(reader.value()->assign(std::span(&from, 1)).ok());
      CHECK(read_to_end(*reader.value(), 1)[topic] == std::vector<std::int64_t>{0, 1, 2});
      REQUIRE(reader.value()->assign(std::span(&from, 1)).ok());
    }
  }
}

TEST_CASE("a consumer receives the offsets that were deleted before it read them") {
  const Config config = config_of(*integration::broker_address());
  const auto client = client_of(config);
  const std::string cut = new_topic(*client);
  write(*client, cut, 10);
  delete_records_before(config, cut, 6);
  auto consumer = client->make_consumer({.group = cut, .instance = "", .client_id = "c", .topics = {cut}});
  REQUIRE(consumer.ok());
  std::vector<std::int64_t> delivered;
  std::optional<RecordsLost> lost;
  const Deadline deadline(kTimeout);
  while (delivered.size() < 4) {
    REQUIRE_FALSE(deadline.passed());
    const auto event = consumer.value()->poll(milliseconds{100});
    REQUIRE_MESSAGE(event.ok(), (event.ok() ? "" : event.error().message));
    if (std::holds_alternative<Assigned>(*event)) {
      const Position start[] = {{{cut, Partition{0}}, NextOffset{2}}};
      REQUIRE(consumer.value()->start(start).ok());
    } else if (const auto* record = std::get_if<Record>(&*event)) {
      delivered.push_back(record->offset.value());
    } else if (const auto* loss = std::get_if<RecordsLost>(&*event)) {
      lost = *loss;
    }
  }
  REQUIRE(lost.has_value());
  CHECK(lost->from == NextOffset{2});
  CHECK(lost->first == Offset{6});
  CHECK(delivered == std::vector<std::int64_t>{6, 7, 8, 9});
  consumer.value()->close(kShort);
}

TEST_CASE("records outside of transactions never look like an open transaction") {
  const auto client = client_of(config_of(*integration::broker_address()));
  const std::string topic = new_topic(*client);
  write(*client, topic, 1);
  std::jthread writer([&](const std::stop_token& stop) {
    auto producer = client->make_producer("writer");
    while (producer.ok() && !stop.stop_requested()) {
      static_cast<void>((*producer)->produce(OutgoingRecord{topic, Partition{0}, "k", "v", {}}));
      static_cast<void>((*producer)->flush(kTimeout));
    }
  });
  std::int64_t high = 0;
  const Deadline deadline(kTimeout);
  for (int look = 0; look < 200 || (high < 1'000 && !deadline.passed()); ++look) {
    const auto open = open_transactions(client->admin(), {topic}, kTimeout);
    REQUIRE_MESSAGE(open.ok(), (open.ok() ? "" : open.error().message));
    REQUIRE(open->empty());
    high = client->admin().watermarks({topic, Partition{0}}, kTimeout).value().high.value();
  }
  CHECK(high > 1);  // it was written meanwhile
}

TEST_CASE("a probe fails in time if no broker answers and says why") {
  const auto client = client_of(config_of(kNowhere));
  const Status away = client->admin().probe(kShort);
  REQUIRE_FALSE(away.ok());
  check_unreachable(away.error());
  CHECK(away.error().message.find("Connection refused") != std::string::npos);
  CHECK(client_of(config_of(*integration::broker_address()))->admin().probe(kTimeout).ok());
}

TEST_CASE("a producer counts what the broker has confirmed and what never left") {
  const auto client = client_of(config_of(*integration::broker_address()));
  const std::string topic = new_topic(*client);
  auto producer = client->make_producer("writer");
  REQUIRE(producer.ok());
  REQUIRE((*producer)->produce(OutgoingRecord{topic, Partition{0}, "k", "v", {}}).ok());
  REQUIRE((*producer)->flush(kTimeout).ok());
  CHECK((*producer)->deliveries().stored == 1);
  const std::string large(9 << 20, 'x');
  CHECK_FALSE((*producer)->produce(OutgoingRecord{topic, Partition{0}, "k", large, {}}).ok());
  CHECK((*producer)->deliveries().refused == 1);
  CHECK((*producer)->deliveries().stored == 1);
}

TEST_CASE("the version of librdkafka is the one that is loaded at run time") {
  CHECK(librdkafka_version() == rd_kafka_version_str());
}

}  // namespace
}  // namespace turnstream::log::kafka
