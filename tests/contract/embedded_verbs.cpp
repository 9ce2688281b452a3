#include "tests/contract/embedded_verbs.h"

namespace turnstream::contract {

void make_topic(log::Client& client, const std::string& name, std::int32_t partitions, log::TopicSpec spec) {
  spec.name = name;
  spec.partitions = partitions;
  REQUIRE(client.admin().create_topics(std::span(&spec, 1), kNow).ok());
}

std::unique_ptr<log::TransactionalProducer> transactional(log::Client& client, const std::string& id) {
  auto made = client.make_transactional_producer(id, id);
  REQUIRE(made.ok());
  REQUIRE(made.value()->init(kNow).ok());
  return std::move(made).value();
}

void commit(log::TransactionalProducer& writer, const log::TopicPartition& where,
            const std::vector<std::string>& values) {
  REQUIRE(writer.begin().ok());
  for (const std::string& value : values) {
    REQUIRE(writer.produce(outgoing(where, "k", value)).ok());
  }
  REQUIRE(writer.commit(kNow).ok());
}

void publish(log::Client& client, const log::TopicPartition& where, std::string_view key, std::string_view value) {
  auto made = client.make_producer("publisher");
  REQUIRE(made.ok());
  REQUIRE(made.value()->produce(outgoing(where, key, value)).ok());
  REQUIRE(made.value()->flush(kNow).ok());
}

std::unique_ptr<log::Consumer> join(log::Client& client, const std::string& group,
                                    const std::vector<std::string>& topics, const std::string& instance) {
  log::ConsumerConfig config;
  config.group = group;
  config.instance = instance;
  config.client_id = "member";
  config.topics = topics;
  auto made = client.make_consumer(config);
  REQUIRE(made.ok());
  expect<log::Assigned>(*made.value());
  return std::move(made).value();
}

std::vector<std::string> values(log::Client& client, const log::TopicPartition& where, std::int64_t from) {
  auto reader = client.make_reader("reader");
  REQUIRE(reader.ok());
  const log::Position positions[] = {{where, NextOffset{from}}};
  REQUIRE(reader.value()->assign(positions).ok());
  std::vector<std::string> values;
  while (true) {
    const auto event = reader.value()->poll(kNow);
    REQUIRE_MESSAGE(event.ok(), (event.ok() ? "" : event.error().message));
    const auto* record = std::get_if<log::Record>(&event.value());
    if (record == nullptr) {
      CHECK(std::holds_alternative<log::EndOfPartition>(event.value()));
      return values;
    }
    values.emplace_back(record->value.value_or("(none)"));
  }
}

}  // namespace turnstream::contract
