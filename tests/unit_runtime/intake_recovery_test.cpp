// How intake starts if the broker has lost its committed offsets.
#include "pipeline/runtime/intake/intake_recovery.h"

#include <doctest/doctest.h>

#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/unit_runtime/now.h"
#include "tests/unit_runtime/recording_producer.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr std::int32_t kRecoveryPartitions = 2;
constexpr std::int64_t kDayMs = 86'400'000;

struct RecoveryFixture {
  ManualClock clock{WallTime{1'767'261'600'000}};
  LogClock log_clock{clock};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  IntakeConfig config;

  RecoveryFixture() {
    config.partitions = kRecoveryPartitions;
    config.admin_ms_max = 0;
    std::vector<log::TopicSpec> specs;
    const std::vector<std::string> names{"turns",
                                         config.names.commands(),
                                         config.names.shares(),
                                         config.names.effect_results(),
                                         config.names.log(),
                                         config.names.dead_letters()};
    for (const auto& name : names) {
      specs.push_back(
          {name, kRecoveryPartitions, log::Cleanup::kDelete, name == config.names.log() ? kDayMs : -1, -1, 0});
    }
    REQUIRE(client->admin().create_topics(specs, kNow).ok());
  }

  static log::TopicPartition at(const std::string& topic, std::int32_t partition) {
    return {topic, Partition{partition}};
  }
  std::vector<log::TopicPartition> inputs() const {
    std::vector<log::TopicPartition> all;
    for (const auto& topic : intake_topics(config)) {
      for (std::int32_t partition = 0; partition < kRecoveryPartitions; ++partition) {
        all.push_back(at(topic, partition));
      }
    }
    return all;
  }
  void publish(const std::string& topic, std::int32_t partition, const std::string& value) {
    auto producer = client->make_producer("test").value();
    REQUIRE(producer->produce({topic, Partition{partition}, std::nullopt, value, {}}).ok());
    REQUIRE(producer->flush(kNow).ok());
  }
  /// Writes the record to its topic and returns it as a reader gets it. Precondition: offsets ascend in each partition.
  log::Record publish(const std::string& topic, std::int32_t partition, std::int64_t offset,
                      std::optional<std::string> key, const std::string& value) {
    publish(topic, partition, value);
    return make_record({topic, partition, offset, std::move(key), value, {}});
  }
  log::Record turn(std::int32_t partition, std::int64_t offset, const std::string& persona) {
    const auto name = "T" + std::to_string(partition) + std::to_string(offset);
    return publish("turns", partition, offset, persona, turn_json(name, persona, "hello"));
  }
  /// The number of offsets in all partitions of a topic.
  std::int64_t ends(const std::string& topic) const {
    std::int64_t sum = 0;
    for (std::int32_t partition = 0; partition < kRecoveryPartitions; ++partition) {
      sum += client->admin().watermarks(at(topic, partition), kNow)->high.value();
    }
    return sum;
  }
  /// An earlier intake processes the records. Its output is in the log, but its committed offsets are lost.
  void live(std::vector<log::Record> records) {
    RecordingProducer written;
    WorkerTransaction transaction(written, clock, CommitPolicy{.buffer_bytes_max = 0});
    IntakeProcessor intake(config, *client, log_clock);
    REQUIRE(intake.assigned(inputs()).ok());
    while (!intake.restore_step(1).value()) {
    }
    for (auto& record : records) {
      REQUIRE(intake.accept(std::move(record)).ok());
    }
    while (intake.process_one(transaction).value()) {
    }
    auto producer = client->make_transactional_producer("test", "test").value();
    REQUIRE(producer->init(kNow).ok());
    REQUIRE(producer->begin().ok());
    for (const auto& record : written.records) {
      std::vector<log::Header> headers;
      for (const auto& [name, value] : record.headers) {
        headers.push_back({name, value});
      }
      REQUIRE(producer->produce({record.topic, record.partition, record.key, record.value, headers}).ok());
    }
    REQUIRE(producer->commit(kNow).ok());
  }
  std::map<log::TopicPartition, NextOffset> starts_after_restart() {
    IntakeProcessor intake(config, *client, log_clock);
    REQUIRE(intake.assigned(inputs()).ok());
    int steps = 0;
    while (!intake.restore_step(1).value()) {
      REQUIRE(++steps < 100);
    }
    std::map<log::TopicPartition, NextOffset> starts;
    const auto positions = intake.start_positions();
    REQUIRE(positions.ok());
    for (const auto& position : *positions) {
      starts[position.where] = position.next;
    }
    RecordingProducer written;
    WorkerTransaction transaction(written, clock, CommitPolicy{.buffer_bytes_max = 0});
    while (intake.process_one(transaction).value()) {
    }
    republished = written.records;
    offsets = intake.offsets();
    return starts;
  }
  std::vector<RecordingProducer::Produced> republished;  ///< what the next intake writes without new input
  std::vector<log::OffsetCommit> offsets;
};

}  // namespace

TEST_CASE_FIXTURE(RecoveryFixture, "without offsets intake continues after the last record of each source") {
  std::vector<log::Record> records;
  // Each turns partition has personas of both log partitions.
  for (std::int64_t offset = 0; offset < 5; ++offset) {
    records.push_back(turn(0, offset, "persona-" + std::to_string(offset)));
    records.push_back(turn(1, offset, "persona-" + std::to_string(offset)));
  }
  records.push_back(publish("turns", 1, 5, std::nullopt, "not json"));
  live(std::move(records));
  publish("turns", 0, "not yet taken");
  const auto starts = starts_after_restart();
  CHECK(starts.at(at("turns", 0)) == NextOffset{5});
  CHECK(starts.at(at("turns", 1)) == NextOffset{6});
  CHECK(starts.at(at("turnstream.commands", 0)) == NextOffset{0});
  CHECK(republished.empty());
}

TEST_CASE_FIXTURE(RecoveryFixture,
                  "without offsets the event clock continues at the log's last time and repeats no settings") {
  config.clock = IntakeClock::kEvent;
  const std::string commands = config.names.commands();
  const std::string tick =
      R"({"kind":"tick","command_id":"01JGFJJZ00000000000000000A","persona_id":null,"issued_by":"test",)"
      R"("issued_at":"2026-01-01T10:00:00Z","caused_by":null,"args":{"time":"2026-01-01T10:05:00Z"}})";
  std::vector<log::Record> records;
  records.push_back(turn(0, 0, "helper"));
  records.push_back(publish(commands, 0, 0, std::nullopt, tick));
  records.push_back(publish(commands, 0, 1, std::nullopt, tick));
  records.push_back(publish(commands, 1, 0, std::nullopt, tick));
  live(std::move(records));
  CHECK(ends(config.names.dead_letters()) == 0);
  const auto starts = starts_after_restart();
  CHECK(starts.at(at("turns", 0)) == NextOffset{1});
  CHECK(starts.at(at(commands, 0)) == NextOffset{2});
  CHECK(starts.at(at(commands, 1)) == NextOffset{1});
  CHECK(republished.empty());
}

TEST_CASE_FIXTURE(RecoveryFixture, "a dead letter without bytes is still the last trace of its source") {
  config.dead_letter_bytes_max = 1;
  std::vector<log::Record> records;
  records.push_back(turn(0, 0, "helper"));
  records.push_back(publish("turns", 0, 1, std::nullopt, "not json"));
  live(std::move(records));
  CHECK(starts_after_restart().at(at("turns", 0)) == NextOffset{2});
}

TEST_CASE_FIXTURE(RecoveryFixture, "settings from another program are not taken for those that intake published") {
  const std::string settings =
      R"({"kind":"settings","command_id":"01JGFJJZ00000000000000000A","persona_id":null,"issued_by":"test",)"
      R"("issued_at":"2026-01-01T10:00:00Z","caused_by":null,"args":{"values":{}}})";
  std::vector<log::Record> records;
  records.push_back(turn(0, 0, "helper"));
  records.push_back(publish(config.names.commands(), 0, 0, std::nullopt, settings));
  live(std::move(records));
  CHECK(ends(config.names.dead_letters()) == 0);
  CHECK(starts_after_restart().at(at(config.names.commands(), 0)) == NextOffset{1});
  CHECK(republished.empty());
}

TEST_CASE_FIXTURE(RecoveryFixture, "a settings command that was moved is not moved again after the offsets are lost") {
  const std::string commands = config.names.commands();
  const std::string settings = R"({"kind":"settings","command_id":"01JGFJJZ00000000000000000A","args":{"values":{}}})";
  std::vector<log::Record> records;
  records.push_back(publish(commands, 1, 0, std::nullopt, settings));
  live(std::move(records));
  auto moved = make_record({commands, 0, 0, std::nullopt, settings, {{"moved_partition", "1"}, {"moved_offset", "0"}}});
  std::vector<log::Record> more;
  more.push_back(std::move(moved));
  live(std::move(more));
  const auto starts = starts_after_restart();
  CHECK(starts.at(at(commands, 0)) == NextOffset{1});
  CHECK(starts.at(at(commands, 1)) == NextOffset{1});
}

TEST_CASE_FIXTURE(RecoveryFixture,
                  "a recreated turns topic is read from its start and after that from where intake was") {
  std::vector<log::Record> records;
  for (std::int64_t offset = 0; offset < 9; ++offset) {
    records.push_back(turn(0, offset, "persona-" + std::to_string(offset)));
    records.push_back(turn(1, offset, "persona-" + std::to_string(offset)));
  }
  live(std::move(records));
  const std::vector<std::string> names{"turns"};
  REQUIRE(client->admin().delete_topics(names, kNow).ok());
  const log::TopicSpec spec{"turns", kRecoveryPartitions, log::Cleanup::kDelete, -1, -1, 0};
  REQUIRE(client->admin().create_topics(std::span(&spec, 1), kNow).ok());
  // One partition has fewer records than before, the other has more.
  publish("turns", 0, "new");
  for (int i = 0; i < 12; ++i) {
    publish("turns", 1, "new");
  }
  auto starts = starts_after_restart();
  CHECK(starts.at(at("turns", 0)) == NextOffset{0});
  CHECK(starts.at(at("turns", 1)) == NextOffset{0});
  std::vector<log::Record> again;
  again.push_back(make_record({"turns", 0, 0, std::nullopt, "new", {}}));
  again.push_back(make_record({"turns", 1, 0, std::nullopt, "new", {}}));
  again.push_back(make_record({"turns", 1, 1, std::nullopt, "new", {}}));
  live(std::move(again));
  starts = starts_after_restart();
  CHECK(starts.at(at("turns", 0)) == NextOffset{1});
  CHECK(starts.at(at("turns", 1)) == NextOffset{2});
}

TEST_CASE_FIXTURE(RecoveryFixture, "if the log lacks the needed records intake reports it and appends nothing twice") {
  std::vector<log::Record> records;
  records.push_back(turn(0, 0, "helper"));
  live(std::move(records));
  clock.advance_ms(2 * kDayMs);
  REQUIRE(cluster.enforce_retention().ok());
  IntakeProcessor intake(config, *client, log_clock);
  REQUIRE(intake.assigned(inputs()).ok());
  auto restored = intake.restore_step(100);
  for (int steps = 0; restored.ok() && !*restored && steps < 100; ++steps) {
    restored = intake.restore_step(100);
  }
  REQUIRE_FALSE(restored.ok());
  CHECK(restored.error().code == "progress_unknown");
  CHECK(restored.error().message.find("--topic turns:0") != std::string::npos);
}

TEST_CASE_FIXTURE(RecoveryFixture,
                  "the first commit gives each input an offset so that a missing one means a lost one") {
  turn(0, 0, "helper");
  const auto starts = starts_after_restart();
  CHECK(starts.at(at("turns", 0)) == NextOffset{0});
  CHECK(republished.size() == kRecoveryPartitions);
  CHECK(offsets.size() == inputs().size());
}

}  // namespace turnstream::runtime
