#pragma once
// Broker: all parts of an embedded cluster. The Cluster's one lock guards everything here: only the holder of a
// Cluster::Access may use it. Threads: one at a time.

#include <memory>

#include "pipeline/log/embedded/group_coordinator.h"
#include "pipeline/log/embedded/transaction_coordinator.h"

namespace turnstream::log::embedded {

struct Broker {
  Broker(const Clock& the_clock, const ClusterSettings& the_settings, std::unique_ptr<Storage> the_storage,
         const Contents& contents);

  /// Ends the transactions, sessions and rebalances whose time-out has passed, and starts retention and compaction when
  /// they are due. Each access calls it; it works at most once in 1 ms. True if a blocked call may continue.
  bool tick();
  /// The latest time at which tick() must be called again.
  [[nodiscard]] MonotonicTime next_deadline() const;

  Status create_topics(std::span<const TopicSpec> specs);
  Status delete_topics(std::span<const std::string> names);
  Status compact(const std::string& topic);
  Status enforce_retention();

  const Clock& clock;
  const ClusterSettings settings;
  const std::unique_ptr<Storage> storage;
  const std::string cluster_id;
  TopicCatalog topics;
  GroupOffsets offsets;
  TransactionCoordinator transactions;
  GroupCoordinator groups;

 private:
  void maintain();

  MonotonicTime ticked_;
  MonotonicTime maintained_;
};

}  // namespace turnstream::log::embedded
