// What was overwritten or deleted leaves the files of the embedded log in a bounded time.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <thread>

#include "tests/contract/durable_log.h"
#include "tests/contract/embedded_verbs.h"
#include "tests/contract/files_with.h"

namespace turnstream::contract {
namespace {

using Values = std::vector<std::string>;

constexpr std::int64_t kHourMs = 3'600'000;
const std::string kWord = "zqwvxjkprtmn";

struct Purge : DurableLog {
  SystemClock machine;
  Purge() { settings.compaction_lag_max = std::chrono::hours(1); }

  [[nodiscard]] bool is_on_disk() const { return !files_with(folder.path(), kWord).empty(); }
  /// Waits until the thread that purges the files has removed the word; false after 20 s.
  [[nodiscard]] bool leaves_disk() const {
    const std::int64_t end = machine.monotonic_now().value() + 20'000'000;
    while (is_on_disk()) {
      if (machine.monotonic_now().value() > end) {
        return false;
      }
      std::this_thread::yield();
    }
    return true;
  }
};

TEST_CASE_FIXTURE(Purge, "a value that was overwritten or deleted leaves the files when it is older than the bound") {
  open();
  make_state();
  publish(*client, at("state", 0), "overwritten", kWord);
  publish(*client, at("state", 0), "deleted", kWord);
  open();  // RocksDB writes what it recovers to a file with compressed blocks.
  publish(*client, at("state", 0), "overwritten", "new");
  const auto producer = client->make_producer("publisher").value();
  REQUIRE(producer->produce({at("state", 0).topic, Partition{0}, "deleted", std::nullopt, {}}).ok());
  publish(*client, at("state", 0), "other", "stays");
  maintain();
  CHECK(is_on_disk());
  clock.advance_ms(kHourMs);
  maintain();
  CHECK(values(*client, at("state", 0)).front() == "new");
  CHECK(values(*client, at("state", 0)).back() == "stays");
  CHECK(leaves_disk());
}

TEST_CASE_FIXTURE(Purge, "a purge that did not end before the log was closed is done after it is opened again") {
  open();
  make_state();
  publish(*client, at("state", 0), "key", kWord);
  open();
  publish(*client, at("state", 0), "key", "new");
  clock.advance_ms(kHourMs);
  maintain();
  open();  // The log did not look again at the purge, so it counts as not done.
  CHECK(values(*client, at("state", 0)) == Values{"new"});
  maintain();
  CHECK(leaves_disk());
}

TEST_CASE_FIXTURE(Purge, "compaction for another reason and a restart do not postpone the purge") {
  settings.compaction_records_min = 4;
  open();
  make_state();
  publish(*client, at("state", 0), "key", kWord);
  open();
  for (int i = 0; i < 4; ++i) {
    publish(*client, at("state", 0), "key", "new");
  }
  maintain();
  CHECK(values(*client, at("state", 0)) == Values{"new"});
  clock.advance_ms(kHourMs / 2);
  publish(*client, at("state", 0), "key", "newer");
  open();
  maintain();
  CHECK(is_on_disk());
  clock.advance_ms(kHourMs / 2);
  maintain();
  CHECK(leaves_disk());
}

TEST_CASE_FIXTURE(Purge, "records that retention dropped leave the files and those of other topics stay") {
  open();
  log::TopicSpec spec;
  spec.retention_ms = 2 * kHourMs;
  make_topic(*client, "short", 1, spec);
  make_topic(*client, "long", 1);
  publish(*client, at("short", 0), "k", kWord);
  publish(*client, at("long", 0), "k", "stays");
  open();
  clock.advance_ms(2 * kHourMs + 1);
  maintain();
  CHECK(values(*client, at("short", 0)).empty());
  CHECK(is_on_disk());
  clock.advance_ms(kHourMs);
  maintain();
  CHECK(leaves_disk());
  CHECK(values(*client, at("long", 0)) == Values{"stays"});
}

TEST_CASE_FIXTURE(Purge, "records that were deleted from the head leave the files and stay away after a restart") {
  open();
  make_topic(*client, "state", 1);
  publish(*client, at("state", 0), "k", kWord);
  publish(*client, at("state", 0), "k", "stays");
  open();
  const log::Position head{at("state", 0), NextOffset{1}};
  REQUIRE(client->admin().delete_records(std::span(&head, 1), kNow).ok());
  CHECK(values(*client, at("state", 0)) == Values{"stays"});
  maintain();
  CHECK(is_on_disk());
  clock.advance_ms(kHourMs / 4);
  maintain();
  CHECK(leaves_disk());
  open();
  CHECK(values(*client, at("state", 0)) == Values{"stays"});
  CHECK(client->admin().watermarks(at("state", 0), kNow)->first == Offset{1});
}

TEST_CASE_FIXTURE(Purge, "a batch that reaches behind the position is kept as a whole") {
  open();
  make_topic(*client, "state", 1);
  const auto producer = client->make_transactional_producer("t", "t").value();
  REQUIRE(producer->init(kNow).ok());
  for (const auto* value : {"a", "b"}) {
    REQUIRE(producer->begin().ok());
    REQUIRE(producer->produce({at("state", 0).topic, Partition{0}, "k", value, {}}).ok());
    REQUIRE(producer->produce({at("state", 0).topic, Partition{0}, "k", std::string(value) + "2", {}}).ok());
    REQUIRE(producer->commit(kNow).ok());
  }
  const log::Position head{at("state", 0), NextOffset{4}};
  REQUIRE(client->admin().delete_records(std::span(&head, 1), kNow).ok());
  for (int start = 0; start < 2; ++start) {
    CHECK(values(*client, at("state", 0)) == Values{"b", "b2"});
    open();
  }
}

TEST_CASE_FIXTURE(Purge, "a partition without new records is compacted once") {
  open();
  make_state();
  publish(*client, at("state", 0), "key", "a");
  publish(*client, at("state", 0), "key", "b");
  clock.advance_ms(kHourMs);
  maintain();
  CHECK(values(*client, at("state", 0)) == Values{"b"});
  publish(*client, at("state", 0), "key", "c");
  maintain();
  CHECK(values(*client, at("state", 0)) == Values{"b", "c"});
}

}  // namespace
}  // namespace turnstream::contract
