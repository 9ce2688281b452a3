// Intake under wall clocks that jump, under the clock of the log, and with a second intake.
#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/base/time_format.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/unit_runtime/recording_producer.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kNow{0};
constexpr std::int32_t kPartitions = 2;
constexpr std::int64_t kStart = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr std::int64_t kTenYears = std::int64_t{3'652} * 86'400'000;

struct Fixture {
  ManualClock machine{WallTime{kStart}};
  LogClock clock{machine};
  ManualClock cluster_clock{WallTime{kStart}};
  log::embedded::Cluster cluster{cluster_clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  RecordingProducer producer;
  WorkerTransaction transaction{producer, machine, CommitPolicy()};
  IntakeConfig config;
  std::unique_ptr<IntakeProcessor> intake;
  std::int64_t next_offset = 0;

  Fixture() {
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

/// A minute with a turn and the ticks every 15 s; in the second quarter the wall clock is `jump_ms` ahead.
std::string minute_with(std::int64_t jump_ms) {
  Fixture fixture;
  fixture.start();
  for (int quarter = 0; quarter < 4; ++quarter) {
    const std::int64_t step_ms = quarter == 1 ? jump_ms : quarter == 2 ? -jump_ms : 0;
    fixture.machine.step_wall_ms(step_ms);
    fixture.machine.advance_ms(15'000);
    fixture.turn("T" + std::to_string(quarter), kStart);
    REQUIRE(fixture.commit().ok());
  }
  return fixture.written();
}

}  // namespace

TEST_CASE("a wall clock that jumps ten years ahead for 15 s changes no byte of what intake writes") {
  const std::string calm = minute_with(0);
  CHECK(calm.find("kind=tick") != std::string::npos);
  CHECK(minute_with(kTenYears) == calm);
}

TEST_CASE_FIXTURE(Fixture, "a wall clock that goes back does not take log time back and does not stop it") {
  start();
  turn("T1", kStart);
  CHECK(last_stamp() == std::to_string(kStart));
  machine.step_wall_ms(-kTenYears);
  machine.advance_ms(1'000'000);
  turn("T2", kStart);
  CHECK(last_stamp() == std::to_string(kStart + 900'000));
}

TEST_CASE_FIXTURE(Fixture, "an intake on a machine whose clock is behind continues at the last log time") {
  LogAppender appender(config, clock);
  appender.own(Partition{0}, {"", LogTime{kStart + 50'000}, std::nullopt});
  REQUIRE(appender.append_ticks(transaction, WallTime{kStart}).ok());
  CHECK(last_stamp() == std::to_string(kStart + 50'000));
  CHECK(appender.metadata(Partition{0})->log_time == LogTime{kStart + 50'000});
  CHECK(appender.has_changed(Partition{0}));
}

TEST_CASE_FIXTURE(
    Fixture, "a turn of the wall clock's time waits while the jump is in doubt and continues when it is accepted") {
  start();
  turn("T1", kStart);
  machine.step_wall_ms(kTenYears);
  turn("T2", kStart + kTenYears);
  CHECK(logged("turn").size() == 1);
  CHECK(refused().empty());
  CHECK(intake->held_back() == std::vector<log::TopicPartition>{{"turns", Partition{0}}});
  command("clock", kStart + kTenYears, 1);
  CHECK(logged("turn").size() == 2);
  CHECK(last_stamp() == std::to_string(kStart + kTenYears));
  CHECK(intake->held_back().empty());
}

TEST_CASE_FIXTURE(Fixture, "a turn of the wall clock's time is refused when the wall clock is right again") {
  start();
  turn("T1", kStart);
  machine.step_wall_ms(kTenYears);
  turn("T2", kStart + kTenYears);
  machine.step_wall_ms(-kTenYears);
  process();
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "timestamp_in_future");
}

TEST_CASE_FIXTURE(Fixture, "a turn that neither clock allows is refused at once") {
  start();
  machine.step_wall_ms(kTenYears);
  turn("T1", kStart + 2 * kTenYears);
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "timestamp_in_future");
}

TEST_CASE_FIXTURE(Fixture, "an accepted jump is a tick of the command in each partition of the log") {
  start();
  machine.step_wall_ms(kTenYears);
  process();
  command("clock", kStart + kTenYears, 0);
  command("clock", kStart + kTenYears, 1);
  CHECK(refused().empty());
  std::vector<RecordingProducer::Produced> ticks;
  for (const auto& tick : logged("tick")) {
    if (tick.header("source_topic") == config.names.commands()) {
      ticks.push_back(tick);
    }
  }
  REQUIRE(ticks.size() == 2);
  for (std::int32_t p = 0; p < kPartitions; ++p) {
    CHECK(ticks[static_cast<std::size_t>(p)].partition == Partition{p});
    CHECK(ticks[static_cast<std::size_t>(p)].header("log_time") == std::to_string(kStart + kTenYears));
  }
}

TEST_CASE_FIXTURE(Fixture, "a clock command is refused if no jump is held or the jump leads elsewhere") {
  start();
  command("clock", kStart);
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "clock_refused");
  machine.step_wall_ms(kTenYears);
  command("clock", kStart);
  REQUIRE(refused().size() == 2);
  CHECK(refused()[1].header("dl_message").find(format_time(kStart + kTenYears)) != std::string::npos);
  CHECK(clock.view().state == ClockState::kAhead);
}

TEST_CASE_FIXTURE(Fixture, "intake does not commit a first transaction whose stamps the log's clock contradicts") {
  machine.step_wall_ms(kTenYears);
  LogClock wrong(machine);
  intake = std::make_unique<IntakeProcessor>(config, *client, wrong);
  REQUIRE(intake->assigned({{config.names.commands(), Partition{0}}}).ok());
  process();
  CHECK(last_stamp() == std::to_string(kStart + kTenYears));
  producer.append_time_ms = kStart + 5;
  const Status refused_commit = intake->prepare_commit(transaction);
  REQUIRE_FALSE(refused_commit.ok());
  CHECK(refused_commit.error().code == "clock_contradicted");
  CHECK(refused_commit.error().reaction == Reaction::kReleasePartition);
  transaction.closed();

  IntakeProcessor again(config, *client, wrong);
  REQUIRE(again.assigned({{config.names.commands(), Partition{0}}}).ok());
  REQUIRE(again.process_one(transaction).ok());
  CHECK(last_stamp() == std::to_string(kStart + 5));
  CHECK(again.prepare_commit(transaction).ok());
  CHECK(wrong.view().state == ClockState::kAhead);
  CHECK_FALSE(wrong.view().in_doubt);
}

TEST_CASE_FIXTURE(Fixture, "a turn of the wall clock's time is refused at once if the log's clock contradicts it") {
  producer.append_time_ms = kStart;
  start();
  process();
  REQUIRE(commit().ok());
  machine.step_wall_ms(kTenYears);
  machine.advance_ms(30'000);
  producer.append_time_ms = kStart + 30'000;
  process();
  REQUIRE(commit().ok());
  turn("T1", kStart + kTenYears);
  REQUIRE(refused().size() == 1);
  CHECK(refused()[0].header("dl_reason") == "timestamp_in_future");
}

TEST_CASE_FIXTURE(Fixture,
                  "without a time of the log's clock in the progress, the gap to the log's newest time counts") {
  const std::vector<log::TopicPartition> inputs{{config.names.commands(), Partition{0}}};
  const IntakeMetadata last{"", LogTime{kStart - kTenYears}, std::nullopt};
  commit_progress(last);
  intake = std::make_unique<IntakeProcessor>(config, *client, clock);
  REQUIRE(intake->assigned(inputs).ok());
  CHECK(clock.view().in_doubt);
  CHECK(clock.wall_now() == WallTime{kStart - kTenYears});

  LogClock other(machine);
  config.clock = IntakeClock::kEvent;
  IntakeProcessor by_turns(config, *client, other);
  REQUIRE(by_turns.assigned(inputs).ok());
  CHECK(other.view().state == ClockState::kGood);
}

TEST_CASE_FIXTURE(Fixture, "a transaction without a record for the log does not ask the log for its time") {
  producer.append_time_ms = kStart;
  intake = std::make_unique<IntakeProcessor>(config, *client, clock);
  // Without the end of its inputs intake writes no ticks.
  REQUIRE(intake->assigned({{"turns", Partition{0}}, {config.names.commands(), Partition{0}}}).ok());
  turn("T0", kStart);
  REQUIRE(commit().ok());
  machine.advance_ms(600'000);
  turn("T1", kStart + kTenYears);
  REQUIRE(refused().size() == 1);
  REQUIRE(commit().ok());
  CHECK(clock.wants_witness());
  turn("T2", kStart);
  REQUIRE(commit().ok());
  CHECK_FALSE(clock.wants_witness());
}

TEST_CASE_FIXTURE(Fixture, "the committed time of the log's clock does not depend on the partitions that intake has") {
  producer.append_time_ms = kStart - 3'600'000;
  commit_progress({"", LogTime{kStart}, WallTime{kStart - 3'600'000}});
  start({0});
  turn("T1", kStart);
  REQUIRE(commit().ok());
  CHECK(clock.view().state == ClockState::kGood);
  REQUIRE(intake->revoked().ok());
  start({1});
  machine.advance_ms(1'000);
  command("tick", kStart, 1);
  const auto offsets = intake->offsets();
  const auto commands = std::find_if(offsets.begin(), offsets.end(),
                                     [&](const auto& one) { return one.where.topic == config.names.commands(); });
  REQUIRE(commands != offsets.end());
  CHECK(decode_intake_metadata(commands->metadata).log_clock == WallTime{kStart - 3'599'000});
}

TEST_CASE_FIXTURE(Fixture,
                  "under the event clock a second intake waits and then ends unless it has the first partition") {
  config.clock = IntakeClock::kEvent;
  for (const std::int32_t partition : {0, 1}) {
    CAPTURE(partition);
    start({partition});
    CHECK(intake->restore_step(10).value() == false);
    machine.advance_ms(61'000);
    const auto later = intake->restore_step(10);
    CHECK(later.ok() == (partition == 0));
    if (!later.ok()) {
      CHECK(later.error().code == "intake_shared");
      CHECK(later.error().reaction == Reaction::kStopProcess);
    }
  }
  start({0, 1});
  CHECK(intake->restore_step(10).value() == true);
}

}  // namespace turnstream::runtime
