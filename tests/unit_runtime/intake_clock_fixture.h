#pragma once
// What the tests of intake's clocks share: a machine whose clocks the test sets, an embedded log with a clock of its own,
// and a producer that records what intake writes.

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "pipeline/base/time_format.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/unit_runtime/now.h"
#include "tests/unit_runtime/recording_producer.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {

inline constexpr std::int32_t kPartitions = 2;
inline constexpr std::int64_t kTenYears = std::int64_t{3'652} * 86'400'000;

struct IntakeClockFixture {
  ManualClock machine{WallTime{kStart}};
  LogClock clock{machine};
  ManualClock cluster_clock{WallTime{kStart}};
  log::embedded::Cluster cluster{cluster_clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  RecordingProducer producer;
  WorkerTransaction transaction{producer, machine, CommitPolicy{.buffer_bytes_max = 0}};
  IntakeConfig config;
  std::unique_ptr<IntakeProcessor> intake;
  std::int64_t next_offset = 0;

  IntakeClockFixture() {
    config.partitions = kPartitions;
    config.admin_ms_max = 0;
    std::vector<log::TopicSpec> specs;
    for (const auto& name : {std::string("turns"), config.names.commands(), config.names.shares(),
                             config.names.effect_results(), config.names.log(), config.names.dead_letters()}) {
      specs.push_back({name, kPartitions, log::Cleanup::kDelete, -1, -1, 0});
    }
    REQUIRE(client->admin().create_topics(specs, kNow).ok());
  }

  /// What an earlier intake committed for partition 0 of the log.
  void commit_progress(const IntakeMetadata& last) {
    const log::TopicPartition where{config.names.commands(), Partition{0}};
    log::ConsumerConfig member;
    member.group = config.names.group("intake");
    member.client_id = "earlier";
    member.topics = {where.topic};
    const auto consumer = client->make_consumer(member).value();
    bool assigned = false;
    for (int i = 0; i < 100 && !assigned; ++i) {
      const auto event = consumer->poll(kNow);
      REQUIRE(event.ok());
      assigned = std::holds_alternative<log::Assigned>(*event);
      cluster_clock.advance_ms(100);
      cluster.tick();
    }
    REQUIRE(assigned);
    const auto writer = client->make_transactional_producer("earlier", "earlier").value();
    REQUIRE(writer->init(kNow).ok());
    REQUIRE(writer->begin().ok());
    const log::OffsetCommit progress[] = {{where, NextOffset{0}, encode_intake_metadata(last)}};
    REQUIRE(writer->send_offsets(progress, *consumer, kNow).ok());
    REQUIRE(writer->commit(kNow).ok());
    consumer->close(kNow);
  }
  /// A new intake that owns the partitions and has read its inputs to the end.
  void start(const std::vector<std::int32_t>& partitions = {0, 1}) {
    intake = std::make_unique<IntakeProcessor>(config, *client, clock);
    std::vector<log::TopicPartition> inputs;
    for (const auto& topic : intake_topics(config)) {
      for (const std::int32_t partition : partitions) {
        inputs.push_back({topic, Partition{partition}});
      }
    }
    REQUIRE(intake->assigned(inputs).ok());
    for (const auto& input : inputs) {
      intake->reached_end(input, NextOffset{0});
    }
  }
  void process() {
    while (true) {
      const auto done = intake->process_one(transaction);
      REQUIRE(done.ok());
      if (!*done) {
        return;
      }
    }
  }
  Status commit() {
    const Status ready = intake->prepare_commit(transaction);
    if (ready.ok()) {
      REQUIRE(intake->committed({}).ok());
    }
    transaction.closed();
    return ready;
  }
  void turn(const std::string& name, std::int64_t time_ms) {
    std::string json = turn_json(name, "helper", "hello");
    const std::string fixed = "2026-01-01T10:00:00.000Z";
    json.replace(json.find(fixed), fixed.size(), format_time(time_ms));
    REQUIRE(intake->accept(make_record({"turns", 0, next_offset++, "helper", json, {}})).ok());
    process();
  }
  void command(const std::string& kind, std::int64_t time_ms, std::int32_t partition = 0) {
    const std::string json =
        R"({"kind":")" + kind + R"(","command_id":"C","args":{"time":")" + format_time(time_ms) + R"("}})";
    REQUIRE(
        intake->accept(make_record({config.names.commands(), partition, next_offset++, std::nullopt, json, {}})).ok());
    process();
  }
  [[nodiscard]] std::vector<RecordingProducer::Produced> logged(const std::string& kind) const {
    std::vector<RecordingProducer::Produced> found;
    for (const auto& record : producer.of_topic(config.names.log())) {
      if (record.header("kind") == kind) {
        found.push_back(record);
      }
    }
    return found;
  }
  [[nodiscard]] std::string last_stamp() const {
    return producer.of_topic(config.names.log()).back().header("log_time");
  }
  [[nodiscard]] std::vector<RecordingProducer::Produced> refused() const {
    return producer.of_topic(config.names.dead_letters());
  }
  /// All that intake wrote, as text.
  [[nodiscard]] std::string written() const {
    std::string text;
    for (const auto& record : producer.records) {
      text += record.topic + std::to_string(record.partition.value()) + record.value.value_or("-");
      for (const auto& [name, value] : record.headers) {
        text += " " + name + "=" + value;
      }
      text += "\n";
    }
    return text;
  }
};

}  // namespace turnstream::runtime
