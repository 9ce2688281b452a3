#pragma once
// ChangelogFixture: a changelog on the embedded log, a store in memory, and a stage's table on it, with the steps of a worker:
// begin (restore), transactions, and the deletion of what is not needed. Threads: one.

#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/embedded/cluster.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/changelog_writer.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::store {

inline constexpr log::milliseconds kAtOnce{0};

struct ChangelogFixture {
  using Rows = std::map<std::string, std::string>;

  ManualClock clock{WallTime{1'767'225'600'000}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  std::unique_ptr<MemoryStore> store = std::make_unique<MemoryStore>();
  TableId table = *store->table("episodic");
  log::TopicPartition changelog{"t.changelog.episodic", Partition{1}};
  std::string old_changelog;
  RestoreLimits limits;
  ChangelogLimits writing;
  std::size_t cache_bytes_max = 1u << 20;
  std::unique_ptr<StateTable> state;
  std::unique_ptr<ChangelogWriter> writer;
  std::int64_t applied = 0;  ///< records of the last restore

  ChangelogFixture() {
    create(changelog.topic, log::Cleanup::kDelete);
    limits.poll_ms_max = 0;
    writing.needless_bytes_min = 0;
    writing.walk.step_bytes_min = 1;
    writing.walk.first_step_bytes = 0;
    writing.walk.kept_bytes_free = 0;
  }
  void create(const std::string& topic, log::Cleanup cleanup) const {
    const log::TopicSpec spec{topic, 2, cleanup, -1, 1'000, 0};
    REQUIRE(client->admin().create_topics(std::span(&spec, 1), kAtOnce).ok());
  }
  Result<std::unique_ptr<ChangelogRestore>> begin() {
    return ChangelogRestore::begin(*client, *store, clock, {{changelog, table, old_changelog}}, limits);
  }
  /// The error with which a restore ends.
  Error refused() {
    auto restore = begin();
    for (int step = 0; step < 1'000 && restore.ok(); ++step) {
      const auto done = (*restore)->step(2);
      if (!done.ok()) {
        return done.error();
      }
      REQUIRE_FALSE(*done);
    }
    REQUIRE_FALSE(restore.ok());
    return restore.error();
  }
  /// Restores the table, `steps_max` steps at most, and opens it for a worker if that was enough.
  bool open(int steps_max = 10'000) {
    state.reset();
    auto restore = begin();
    REQUIRE_MESSAGE(restore.ok(), (restore.ok() ? std::string() : restore.error().message));
    bool done = false;
    for (int step = 0; step < steps_max && !done; ++step) {
      const auto stepped = (*restore)->step(2);
      REQUIRE_MESSAGE(stepped.ok(), (stepped.ok() ? std::string() : stepped.error().message));
      done = *stepped;
    }
    if (!done) {
      return false;
    }
    applied = (*restore)->records_applied();
    state = std::make_unique<StateTable>(*store, table, changelog.partition, cache_bytes_max);
    const auto row = store->get(table, state->store_key(kCheckpointKey)).value();
    const auto place = row ? ChangelogPlace::decode(*row) : std::nullopt;
    writer = std::make_unique<ChangelogWriter>(changelog, place.value_or(ChangelogPlace{}), writing);
    return true;
  }
  /// As after the loss of a disk.
  void lose_store() {
    state.reset();
    store = std::make_unique<MemoryStore>();
    table = *store->table("episodic");
  }
  /// Changes rows: "key=value", or "key" for a delete.
  void change(const std::vector<std::string>& lines) {
    for (const auto& line : lines) {
      const auto equals = line.find('=');
      if (equals == std::string::npos) {
        state->erase(line);
      } else {
        state->put(line.substr(0, equals), line.substr(equals + 1));
      }
    }
  }
  std::unique_ptr<log::TransactionalProducer> begin_transaction() {
    auto producer = client->make_transactional_producer("t", "t").value();
    REQUIRE(producer->init(kAtOnce).ok());
    REQUIRE(producer->begin().ok());
    return producer;
  }
  void write(log::TransactionalProducer& producer, bool forgets = false) {
    const auto produce = [&](const log::OutgoingRecord& record) { return producer.produce(record); };
    REQUIRE(writer->write(*state, clock.wall_now(), forgets, produce).ok());
  }
  /// One transaction, written to the store. Returns whether records are no longer needed.
  bool commit(const std::vector<std::string>& lines, bool forgets = false) {
    change(lines);
    const auto producer = begin_transaction();
    write(*producer, forgets);
    const auto receipt = producer->commit(kAtOnce);
    REQUIRE(receipt.ok());
    auto batch = store->make_batch();
    state->seal(*batch);
    const bool is_needless = writer->committed(receipt->written.at(0).next, *state, *batch);
    REQUIRE(store->write(*batch).ok());
    state->written();
    state->trim();
    return is_needless;
  }
  void abort() {
    const auto producer = begin_transaction();
    write(*producer);
    REQUIRE(producer->abort(kAtOnce).ok());
  }
  void trim() const {
    const log::Position head{changelog, writer->walk().kept()};
    REQUIRE(client->admin().delete_records(std::span(&head, 1), kAtOnce).ok());
  }
  [[nodiscard]] log::Watermarks marks() const { return client->admin().watermarks(changelog, kAtOnce).value(); }
  /// The rows of the store without the place.
  [[nodiscard]] Rows rows() const {
    Rows all;
    const std::string to = partition_prefix(Partition{changelog.partition.value() + 1});
    REQUIRE(store
                ->scan(table, partition_prefix(changelog.partition), to,
                       [&](std::string_view key, std::string_view value) {
                         if (key.substr(2) != kCheckpointKey) {
                           all.emplace(key.substr(2), value);
                         }
                         return true;
                       })
                .ok());
    return all;
  }
  [[nodiscard]] std::optional<ChangelogPlace> place() const {
    const auto row = store->get(table, row_key(changelog.partition, kCheckpointKey)).value();
    return row ? ChangelogPlace::decode(*row) : std::nullopt;
  }
  /// Writes a record as another program does.
  void write_foreign(std::optional<std::string_view> key, std::string_view value,
                     const std::vector<log::Header>& headers = {}) const {
    const auto producer = client->make_producer("foreign").value();
    REQUIRE(producer->produce({changelog.topic, changelog.partition, key, value, headers}).ok());
    REQUIRE(producer->flush(kAtOnce).ok());
  }
};

}  // namespace turnstream::store
