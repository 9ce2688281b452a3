// How the embedded log limits its size, in memory and on disk: retention and automatic compaction. Also the offsets of
// imported logs.
#include <doctest/doctest.h>
#include <string>
#include <thread>

#include "pipeline/base/log_clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/contract/embedded_verbs.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::contract {
namespace {

using log::embedded::Cluster;
using log::embedded::ClusterSettings;
using Values = std::vector<std::string>;

struct Upkeep {
  ManualClock clock{WallTime{1'700'000'000'000}};
  TemporaryFolder folder;
  ClusterSettings settings;
  std::unique_ptr<Cluster> cluster;
  std::unique_ptr<log::Client> client;

  void open(bool durable) {
    client.reset();
    cluster.reset();
    if (durable) {
      cluster = std::move(Cluster::open(clock, folder.path(), settings)).value();
    } else {
      cluster = std::make_unique<Cluster>(clock, settings);
    }
    client = log::embedded::make_client(*cluster);
  }
  log::Watermarks marks(const std::string& topic) { return client->admin().watermarks(at(topic, 0), kNow).value(); }
};

TEST_CASE_FIXTURE(
    Upkeep, "a wall clock that jumps years ahead deletes no record while the log takes its time from a LogClock") {
  LogClock log_clock(clock);
  cluster = std::move(Cluster::open(log_clock, folder.path(), settings)).value();
  client = log::embedded::make_client(*cluster);
  log::TopicSpec spec;
  spec.retention_ms = 60'000;
  make_topic(*client, "short", 1, spec);
  publish(*client, at("short", 0), "k", "old");
  clock.step_wall_ms(std::int64_t{3'652} * 86'400'000);
  publish(*client, at("short", 0), "k", "new");
  REQUIRE(cluster->enforce_retention().ok());
  CHECK(values(*client, at("short", 0)) == Values{"old", "new"});
  clock.advance_ms(60'001);
  REQUIRE(cluster->enforce_retention().ok());
  CHECK(values(*client, at("short", 0)).empty());
}

TEST_CASE_FIXTURE(Upkeep, "the newest append of a durable log is known after it is opened again") {
  open(true);
  CHECK_FALSE(cluster->newest_append()->has_value());
  make_topic(*client, "t", 2);
  publish(*client, at("t", 0), "k", "first");
  clock.advance_ms(1'000);
  const WallTime newest = clock.wall_now();
  publish(*client, at("t", 1), "k", "second");
  clock.advance_ms(1'000);
  open(true);
  CHECK(cluster->newest_append().value() == newest);
}

TEST_CASE_FIXTURE(Upkeep,
                  "records older than the retention are deleted and a reader starts at the first record that is left") {
  for (const bool durable : {false, true}) {
    CAPTURE(durable);
    open(durable);
    log::TopicSpec spec;
    spec.retention_ms = 60'000;
    make_topic(*client, "short", 1, spec);
    make_topic(*client, "long", 1);
    for (int i = 0; i < 10; ++i) {
      publish(*client, at("short", 0), "k", std::to_string(i));
      publish(*client, at("long", 0), "k", std::to_string(i));
      clock.advance_ms(10'000);
    }
    REQUIRE(cluster->enforce_retention().ok());
    CHECK(marks("short").first.value() == 4);
    CHECK(marks("short").high.value() == 10);
    CHECK(values(*client, at("short", 0)) == Values{"4", "5", "6", "7", "8", "9"});
    CHECK(values(*client, at("long", 0)).size() == 10);
    clock.advance_ms(600'000);
    cluster->tick();  // enforces the retention too
    CHECK(marks("short").first.value() == 10);
    CHECK(values(*client, at("short", 0)).empty());
    publish(*client, at("short", 0), "k", "new");
    CHECK(values(*client, at("short", 0)) == Values{"new"});
  }
  open(true);
  CHECK(marks("short").first.value() == 10);
  CHECK(values(*client, at("short", 0)) == Values{"new"});
}

TEST_CASE_FIXTURE(Upkeep, "a consumer receives the offsets that were deleted before it read them") {
  open(false);
  log::TopicSpec spec;
  spec.retention_ms = 60'000;
  make_topic(*client, "short", 1, spec);
  for (int i = 0; i < 10; ++i) {
    publish(*client, at("short", 0), "k", std::to_string(i));
    clock.advance_ms(10'000);
  }
  REQUIRE(cluster->enforce_retention().ok());
  auto consumer = client->make_consumer({.group = "g", .instance = "", .client_id = "c", .topics = {"short"}}).value();
  std::vector<std::int64_t> delivered;
  std::optional<log::RecordsLost> lost;
  for (int polls = 0; polls < 30; ++polls) {
    const auto event = consumer->poll(kNow);
    REQUIRE(event.ok());
    if (std::holds_alternative<log::Assigned>(*event)) {
      const log::Position start[] = {{at("short", 0), NextOffset{2}}};
      REQUIRE(consumer->start(start).ok());
    } else if (const auto* record = std::get_if<log::Record>(&*event)) {
      delivered.push_back(record->offset.value());
    } else if (const auto* loss = std::get_if<log::RecordsLost>(&*event)) {
      CHECK(delivered.empty());
      CHECK_FALSE(lost.has_value());
      lost = *loss;
    }
  }
  REQUIRE(lost.has_value());
  CHECK(lost->where == at("short", 0));
  CHECK(lost->from == NextOffset{2});
  CHECK(lost->first == Offset{4});
  CHECK(delivered == std::vector<std::int64_t>{4, 5, 6, 7, 8, 9});
}

TEST_CASE_FIXTURE(Upkeep, "a compacted topic is compacted automatically and loses no key") {
  settings.compaction_records_min = 100;
  settings.resident_bytes_max = 1000;
  for (const bool durable : {false, true}) {
    CAPTURE(durable);
    open(durable);
    log::TopicSpec spec;
    spec.cleanup = log::Cleanup::kCompact;
    make_topic(*client, "state", 1, spec);
    const auto writer = transactional(*client, "tx");
    for (int i = 0; i < 300; ++i) {
      REQUIRE(writer->begin().ok());
      REQUIRE(writer->produce(outgoing(at("state", 0), "key" + std::to_string(i % 7), std::to_string(i))).ok());
      REQUIRE(writer->commit(kNow).ok());
      clock.advance_ms(100);
    }
    clock.advance_ms(10'000);
    cluster->tick();
    const Values left = values(*client, at("state", 0));
    CHECK(left.size() < 150);
    CHECK(Values(left.end() - 7, left.end()) == Values{"293", "294", "295", "296", "297", "298", "299"});
    CHECK(marks("state").high.value() == 600);
  }
  open(true);
  const Values left = values(*client, at("state", 0));
  CHECK(Values(left.end() - 7, left.end()) == Values{"293", "294", "295", "296", "297", "298", "299"});
}

TEST_CASE_FIXTURE(Upkeep, "compaction keeps the records of an open transaction and the values that they will replace") {
  for (const bool durable : {false, true}) {
    CAPTURE(durable);
    open(durable);
    log::TopicSpec spec;
    spec.cleanup = log::Cleanup::kCompact;
    make_topic(*client, "state", 1, spec);
    publish(*client, at("state", 0), "key", "old");
    const auto writer = transactional(*client, "tx");
    REQUIRE(writer->begin().ok());
    REQUIRE(writer->produce(outgoing(at("state", 0), "key", "new")).ok());
    REQUIRE(cluster->compact("state").ok());
    CHECK(values(*client, at("state", 0)) == Values{"old"});
    REQUIRE(writer->commit(kNow).ok());
    CHECK(values(*client, at("state", 0)) == Values{"old", "new"});
    REQUIRE(cluster->compact("state").ok());
    CHECK(values(*client, at("state", 0)) == Values{"new"});
  }
}

TEST_CASE_FIXTURE(Upkeep, "an imported log keeps its offsets and gaps") {
  for (const bool durable : {false, true}) {
    CAPTURE(durable);
    open(durable);
    make_topic(*client, "log", 1);
    REQUIRE(cluster->skip_to(from("log", 0, 5)).ok());
    publish(*client, at("log", 0), "k", "five");
    REQUIRE(cluster->skip_to(from("log", 0, 9)).ok());
    publish(*client, at("log", 0), "k", "nine");
    CHECK(marks("log").first.value() == 5);
    CHECK(marks("log").high.value() == 10);
    CHECK(values(*client, at("log", 0)) == Values{"five", "nine"});
    CHECK(values(*client, at("log", 0), 6) == Values{"nine"});
    const Status back = cluster->skip_to(from("log", 0, 7));
    REQUIRE_FALSE(back.ok());
    CHECK(back.error().code == "invalid_position");
  }
  open(true);
  CHECK(values(*client, at("log", 0), 6) == Values{"nine"});
}

TEST_CASE("threads that write and read at the same time lose and repeat no record") {
  const SystemClock machine;
  Cluster shared(machine);
  const auto owner = log::embedded::make_client(shared);
  make_topic(*owner, "out", 2);
  constexpr int kTransactions = 200;
  std::vector<std::thread> writers;
  for (int w = 0; w < 2; ++w) {
    writers.emplace_back([&shared, w] {
      const auto client = log::embedded::make_client(shared);
      const auto writer = std::move(client->make_transactional_producer("tx" + std::to_string(w), "w")).value();
      bool fine = writer->init(kNow).ok();
      for (int i = 0; i < kTransactions; ++i) {
        fine = fine && writer->begin().ok();
        for (int p = 0; p < 2; ++p) {
          fine = fine && writer->produce(outgoing(at("out", p), "k", std::to_string(i))).ok();
        }
        fine = fine && (i % 5 == 4 ? writer->abort(kNow).ok() : writer->commit(kNow).ok());
      }
      CHECK(fine);
    });
  }
  const auto reader = std::move(owner->make_reader("reader")).value();
  const log::Position positions[] = {from("out", 0, 0), from("out", 1, 0)};
  REQUIRE(reader->assign(positions).ok());
  std::int64_t last[2] = {-1, -1};
  int seen = 0;
  while (seen < 2 * 2 * kTransactions * 4 / 5) {
    const auto event = reader->poll(milliseconds{1000});
    REQUIRE(event.ok());
    REQUIRE_FALSE(std::holds_alternative<std::monostate>(event.value()));
    if (const auto* record = std::get_if<log::Record>(&event.value())) {
      CHECK(record->offset.value() > last[record->partition.value()]);
      last[record->partition.value()] = record->offset.value();
      ++seen;
    }
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  CHECK(values(*owner, at("out", 0)).size() + values(*owner, at("out", 1)).size() == static_cast<std::size_t>(seen));
}

}  // namespace
}  // namespace turnstream::contract
