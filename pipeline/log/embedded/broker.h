#pragma once
// Broker: the parts of an embedded cluster, joined. Everything here is guarded by the Cluster's one lock: whoever holds
// a Cluster::Access may use it.
// Threads: one at a time.

#include <memory>

#include "pipeline/log/embedded/group_coordinator.h"
#include "pipeline/log/embedded/transaction_coordinator.h"

namespace turnstream::log::embedded {

struct Broker {
  Broker(const Clock& the_clock, const ClusterSettings& the_settings, std::unique_ptr<Storage> the_storage,
         const Contents& contents);

  /// Ends what the clock says is over: transactions, sessions, rebalances, retention. Cheap when called often. True
  /// when something ended that others may wait for.
  bool tick();
  /// When tick() has something to do at the latest.
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
