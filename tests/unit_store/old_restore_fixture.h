#pragma once
// OldRestoreFixture: a changelog on the embedded log, a store in memory, and restores of one into the other. Threads: one.

#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/embedded/cluster.h"
#include "pipeline/store/memory_store.h"
#include "pipeline/store/old_changelog.h"
#include "pipeline/store/state_table.h"

namespace turnstream::store {
inline constexpr log::milliseconds kNow{0};
inline constexpr std::int64_t kHourMs = 3'600'000;

struct OldRestoreFixture {
  ManualClock clock{WallTime{1'767'225'600'000}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  MemoryStore store;
  TableId table = *store.table("episodic");
  log::TopicPartition changelog{"turnstream.episodic.changelog", Partition{0}};
  RestoreLimits limits;
  std::int64_t applied = 0;
  std::int64_t position = 0;  ///< of the stage, for the seals of change()

  OldRestoreFixture() {
    const log::TopicSpec spec{changelog.topic, 2, log::Cleanup::kCompact, -1, 1000, 0};
    REQUIRE(client->admin().create_topics(std::span(&spec, 1), kNow).ok());
    limits.checkpoint_age_ms_max = kHourMs;
    limits.poll_ms_max = 0;
  }
  /// Commits one transaction with a change for each line: "key=value", or "key" for a delete; with "!" before it the
  /// row has no seal.
  void change(const std::vector<std::string>& lines) {
    auto producer = client->make_transactional_producer("t", "t").value();
    REQUIRE(producer->init(kNow).ok());
    REQUIRE(producer->begin().ok());
    produce(*producer, lines);
    REQUIRE(producer->commit(kNow).ok());
  }
  void produce(log::TransactionalProducer& producer, const std::vector<std::string>& lines) const {
    for (const auto& line : lines) {
      const auto equals = line.find('=');
      const auto key = line.substr(0, equals);
      const auto value =
          equals == std::string::npos ? std::nullopt : std::optional<std::string>(line.substr(equals + 1));
      const bool is_foreign = key.starts_with("!");
      const auto name = is_foreign ? key.substr(1) : key;
      const auto seal = seal_row(changelog, NextOffset{position}, name, value);
      const log::Header header{kSealHeader, view_of(seal)};
      const auto headers = is_foreign ? std::span<const log::Header>() : std::span(&header, 1);
      REQUIRE(producer.produce({changelog.topic, changelog.partition, name, value, headers}).ok());
    }
  }
  Result<std::unique_ptr<OldChangelogRestore>> begin() {
    return OldChangelogRestore::begin(*client, store, clock, {{changelog, table}}, limits);
  }
  Error refused_restore() {
    auto restore = begin();
    for (int step = 0; step < 100 && restore.ok(); ++step) {
      const auto done = (*restore)->step(1);
      if (!done.ok()) {
        return done.error();
      }
      REQUIRE_FALSE(*done);
    }
    REQUIRE_FALSE(restore.ok());
    return restore.error();
  }
  void restore() {
    auto restore = begin();
    REQUIRE(restore.ok());
    for (int step = 0; step < 100; ++step) {
      const auto done = (*restore)->step(3);
      REQUIRE(done.ok());
      if (*done) {
        applied = (*restore)->records_applied();
        return;
      }
    }
    FAIL("the restore was not finished after 100 steps");
  }
  /// "key=value " for each row of the partition, without the checkpoint.
  std::string rows(Partition partition = Partition{0}) {
    std::string all;
    const auto from = partition_prefix(partition) + "\x01";
    REQUIRE(store
                .scan(table, from, partition_prefix(Partition{partition.value() + 1}),
                      [&](std::string_view key, std::string_view value) {
                        all.append(key.substr(2)).append("=").append(value).append(" ");
                        return true;
                      })
                .ok());
    return all;
  }
  std::optional<Checkpoint> checkpoint() {
    const auto row = store.get(table, partition_prefix(Partition{0}) + std::string(kCheckpointKey)).value();
    return row ? decode_checkpoint(*row) : std::nullopt;
  }
  void write_row(const std::string& key, const std::string& value, Partition partition = Partition{0}) {
    auto batch = store.make_batch();
    batch->put(table, partition_prefix(partition) + key, value);
    REQUIRE(store.write(*batch).ok());
  }
};

}  // namespace turnstream::store
