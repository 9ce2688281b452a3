// The embedded log compacts a partition in steps, serves its clients between them, and knows after it was opened again how
// much of a partition is compacted.
#include <doctest/doctest.h>
#include <string>

#include "tests/contract/durable_log.h"
#include "tests/contract/embedded_verbs.h"

namespace turnstream::contract {
namespace {

using Values = std::vector<std::string>;

constexpr int kKeys = 5;
constexpr int kLargeRecords = 40;
constexpr std::size_t kLargeBytes = 100'000;  // More than ten of them are read in one step.

struct Compaction : DurableLog {
  Compaction() {
    settings.compaction_records_min = 10;
    settings.resident_bytes_max = 1'000;
  }
  void publish_small(int from, int to, const std::string& value) {
    for (int i = from; i < to; ++i) {
      publish(*client, at("state", 0), "key" + std::to_string(i), value);
    }
  }
  void publish_large() {
    for (int i = 0; i < kLargeRecords; ++i) {
      publish(*client, at("state", 0), "key" + std::to_string(i % kKeys),
              std::to_string(i) + std::string(kLargeBytes, ' '));
    }
  }
  void publish_tombstone(std::string_view key) {
    const auto producer = client->make_producer("publisher").value();
    REQUIRE(producer->produce({at("state", 0).topic, Partition{0}, key, std::nullopt, {}}).ok());
  }
  Values keys_from(std::int64_t offset) {
    Values keys;
    const auto reader = client->make_reader("keys").value();
    const std::vector<log::Position> start{{at("state", 0), NextOffset{offset}}};
    REQUIRE(reader->assign(start).ok());
    for (auto event = reader->poll(kNow); event.ok(); event = reader->poll(kNow)) {
      const auto* record = std::get_if<log::Record>(&*event);
      if (record == nullptr) {
        break;
      }
      keys.emplace_back(record->key.value_or(""));
    }
    return keys;
  }
  std::size_t count() { return values(*client, at("state", 0)).size(); }
};

TEST_CASE_FIXTURE(Compaction, "a large partition is compacted in steps between which records are appended and read") {
  open();
  make_state();
  publish_large();
  maintain();
  CHECK(count() == kLargeRecords);
  int steps = 0;
  std::size_t before = kLargeRecords;
  while (count() >= kLargeRecords && steps < 100) {
    publish(*client, at("state", 0), "key0", "new" + std::to_string(steps++));
    REQUIRE(count() == before + 1);
    pass(1);
    const Values read = values(*client, at("state", 0));
    REQUIRE(read.back() == "new" + std::to_string(steps - 1));
    before = read.size();
  }
  CHECK(steps > 3);
  for (int more = 0; more < 20; ++more) {
    pass(1);
  }
  // The last record of each key of those that were there at the beginning, and all that came later.
  const Values left = values(*client, at("state", 0));
  REQUIRE(left.size() == static_cast<std::size_t>(kKeys + steps));
  for (int key = 0; key < kKeys; ++key) {
    CHECK(left[static_cast<std::size_t>(key)].starts_with(std::to_string(kLargeRecords - kKeys + key) + " "));
  }
  const Values before_opening = left;
  open();
  CHECK(values(*client, at("state", 0)) == before_opening);
}

TEST_CASE_FIXTURE(Compaction, "a topic that is deleted while it is compacted stays deleted") {
  open();
  make_state();
  publish_large();
  maintain();
  const std::string names[] = {"state"};
  REQUIRE(client->admin().delete_topics(names, kNow).ok());
  for (int more = 0; more < 20; ++more) {
    pass(1);
  }
  make_state();
  CHECK(count() == 0);
  publish_small(0, 3, "new");
  open();
  CHECK(values(*client, at("state", 0)) == Values{"new", "new", "new"});
}

TEST_CASE_FIXTURE(Compaction,
                  "a log that is opened again compacts a partition only after as many records as were left") {
  open();
  make_state();
  publish_small(0, 20, "old");
  publish_small(0, 20, "kept");
  maintain();
  REQUIRE(count() == 20);
  open();
  publish_small(0, 12, "new");
  maintain();
  CHECK(count() == 32);
  publish_small(12, 20, "new");
  maintain();
  CHECK(values(*client, at("state", 0)) == Values(20, "new"));
}

TEST_CASE_FIXTURE(Compaction, "a reader that got a value before its old tombstone was compacted gets the tombstone") {
  open();
  make_state();
  publish(*client, at("state", 0), "gone", "value");
  publish(*client, at("state", 0), "kept", "value");
  publish_tombstone("gone");
  publish(*client, at("state", 0), "end", "value");
  CHECK(keys_from(0) == Values{"gone", "kept", "gone", "end"});
  const std::int64_t retention_ms = settings.delete_retention.count();
  clock.advance_ms(retention_ms + 1);
  REQUIRE(cluster->compact("state").ok());
  CHECK(keys_from(1) == Values{"kept", "gone", "end"});  // what a reader that has read offset 0 gets

  open();
  clock.advance_ms(retention_ms - 1);
  REQUIRE(cluster->compact("state").ok());
  CHECK(keys_from(0) == Values{"kept", "gone", "end"});
  clock.advance_ms(1);
  REQUIRE(cluster->compact("state").ok());
  CHECK(keys_from(0) == Values{"kept", "end"});
}

}  // namespace
}  // namespace turnstream::contract
