#include "tests/contract/contract_fixture.h"

#include <doctest/doctest.h>

namespace turnstream::contract {

std::vector<std::string> Read::values() const {
  std::vector<std::string> values;
  for (const Seen& seen : records) {
    values.push_back(seen.value.value_or("(none)"));
  }
  return values;
}

std::vector<std::int64_t> Read::offsets() const {
  std::vector<std::int64_t> offsets;
  for (const Seen& seen : records) {
    offsets.push_back(seen.offset);
  }
  return offsets;
}

ContractFixture::ContractFixture() : harness_(make_contract_harness()), client_(harness_->make_client()) {}

ContractFixture::~ContractFixture() = default;

std::string ContractFixture::unique(const std::string& what) {
  static int cases = 0;
  if (names_ == 0) {
    ++cases;
  }
  return "contract-" + harness_->run_id() + "-" + std::to_string(cases) + "-" + what + std::to_string(++names_);
}

std::string ContractFixture::make_topic(std::int32_t partitions, log::TopicSpec spec) {
  spec.name = unique("topic");
  spec.partitions = partitions;
  const Status created = admin().create_topics(std::span(&spec, 1), timeout());
  REQUIRE_MESSAGE(created.ok(), (created.ok() ? "" : created.error().message));
  return spec.name;
}

std::unique_ptr<log::Producer> ContractFixture::producer() {
  auto made = client_->make_producer("producer");
  REQUIRE(made.ok());
  return std::move(made).value();
}

std::unique_ptr<log::Reader> ContractFixture::reader(const std::vector<log::Position>& positions) {
  auto made = client_->make_reader("reader");
  REQUIRE(made.ok());
  REQUIRE(made.value()->assign(positions).ok());
  return std::move(made).value();
}

std::unique_ptr<log::TransactionalProducer> ContractFixture::transactional(const std::string& transactional_id) {
  auto made = client_->make_transactional_producer(transactional_id, "writer");
  REQUIRE(made.ok());
  const Status ready = made.value()->init(timeout());
  REQUIRE_MESSAGE(ready.ok(), (ready.ok() ? "" : ready.error().message));
  return std::move(made).value();
}

void ContractFixture::publish(const std::string& topic, std::int32_t partition, std::string_view key,
                              std::string_view value) {
  const auto one = producer();
  REQUIRE(one->produce(outgoing(at(topic, partition), key, value)).ok());
  REQUIRE(one->flush(timeout()).ok());
}

void ContractFixture::abort_transaction(log::TransactionalProducer& producer) {
  const Status aborted = producer.abort(timeout());
  REQUIRE_MESSAGE(aborted.ok(), (aborted.ok() ? "" : aborted.error().message));
}

log::Receipt ContractFixture::commit(log::TransactionalProducer& producer, const log::TopicPartition& where,
                                     const std::vector<std::string>& values) {
  REQUIRE(producer.begin().ok());
  for (const std::string& value : values) {
    REQUIRE(producer.produce(outgoing(where, "k", value)).ok());
  }
  auto receipt = producer.commit(timeout());
  REQUIRE_MESSAGE(receipt.ok(), (receipt.ok() ? "" : receipt.error().message));
  for (const log::Position& position : receipt.value().written) {
    committed_[{position.where.topic, position.where.partition.value()}] = position.next.value();
  }
  return std::move(receipt).value();
}

Result<log::Event> ContractFixture::next_event(log::Reader& reader) {
  for (int round = 0; round < harness_->idle_rounds_max(); ++round) {
    auto event = reader.poll(harness_->poll_slice());
    if (!event.ok() || !std::holds_alternative<std::monostate>(event.value())) {
      return event;
    }
    harness_->idle();
  }
  return log::Event{};
}

bool ContractFixture::stays_quiet(log::Reader& reader) {
  for (int round = 0; round < harness_->quiet_rounds(); ++round) {
    const auto event = reader.poll(harness_->poll_slice());
    if (!event.ok() || !std::holds_alternative<std::monostate>(event.value())) {
      return false;
    }
    harness_->idle();
  }
  return true;
}

Read ContractFixture::read(const std::string& topic, std::int32_t partition, std::int64_t next) {
  return read_to(committed_[{topic, partition}], topic, partition, next);
}

Read ContractFixture::read_visible(const std::string& topic) {
  return read_to(0, topic, 0, 0);
}

Read ContractFixture::read_to(std::int64_t end_min, const std::string& topic, std::int32_t partition,
                              std::int64_t next) {
  const auto one = reader({from(topic, partition, next)});
  Read result;
  while (true) {
    const auto event = next_event(*one);
    REQUIRE_MESSAGE(event.ok(), (event.ok() ? "" : event.error().message));
    if (const auto* record = std::get_if<log::Record>(&event.value())) {
      result.records.push_back(copy_of(*record));
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event.value())) {
      CHECK_MESSAGE(end->where == at(topic, partition), "the end of another partition was reported");
      result.end = end->next.value();
      if (result.end >= end_min) {
        return result;
      }
    } else {
      FAIL("the end of the partition was never reported");
    }
  }
}

}  // namespace turnstream::contract
