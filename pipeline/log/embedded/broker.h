#pragma once
// Broker: the state of an embedded cluster. The Cluster's one lock guards it: only the holder of a Cluster::Access may
// use it. Threads: one at a time.

#include <deque>
#include <memory>
#include <optional>

#include "pipeline/log/embedded/group_coordinator.h"
#include "pipeline/log/embedded/partition_compaction.h"
#include "pipeline/log/embedded/transaction_coordinator.h"

namespace turnstream::log::embedded {

struct Broker {
  Broker(const Clock& the_clock, const ClusterSettings& the_settings, std::unique_ptr<Storage> the_storage,
         const Contents& contents);

  /// Ends the transactions, sessions and rebalances whose time-out has passed; true if there were any. Runs maintenance
  /// if maintenance_interval has passed, and one step of a compaction if one is due. Does nothing if less than 1 ms has
  /// passed since it last did something.
  bool tick();
  /// The time at which the next time-out passes or the next maintenance is due.
  [[nodiscard]] MonotonicTime next_deadline() const;

  Status create_topics(std::span<const TopicSpec> specs);
  Status delete_topics(std::span<const std::string> names);
  Status compact(const std::string& topic);
  Status enforce_retention();
  [[nodiscard]] Result<std::optional<WallTime>> newest_append() const;

  const Clock& clock;
  const ClusterSettings settings;
  const std::unique_ptr<Storage> storage;
  const std::string cluster_id;
  TopicCatalog topics;
  GroupOffsets offsets;
  TransactionCoordinator transactions;
  GroupCoordinator groups;

 private:
  /// A partition that is to be compacted, and purged afterwards if `purges`.
  struct Due {
    Topic* topic;
    std::size_t partition;
    bool purges;
  };

  void maintain();
  /// Begins to purge the partition, or adds it to due_, if its upkeep is due.
  Status keep_up(Topic& topic, std::size_t index);
  Status end_purges();
  /// Compacts the partitions in due_, up to the work of one step.
  Status compact_due();
  void compact_in_step();

  MonotonicTime ticked_;
  MonotonicTime maintained_;
  MonotonicTime next_step_;  ///< of compact_due()
  std::deque<Due> due_;
  std::optional<PartitionCompaction> compaction_;  ///< of the first in due_, if it has begun
};

}  // namespace turnstream::log::embedded
