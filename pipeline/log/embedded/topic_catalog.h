#pragma once
// TopicCatalog: the topics of the cluster by name, and their partitions. A Topic lives as long as the catalog, also
// when it is deleted (its partitions are emptied), so that cursors, open transactions and the names inside delivered
// records stay valid.
// Threads: one at a time (the cluster's lock).

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/log/embedded/cluster_settings.h"
#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

struct Topic {
  std::uint32_t id = 0;
  TopicSpec spec;  ///< max_message_bytes and delete_retention_ms with the log's defaults filled in
  bool deleted = false;
  std::deque<PartitionLog> partitions;

  [[nodiscard]] const std::string& name() const { return spec.name; }
};

class TopicCatalog {
 public:
  /// Both outlive the catalog.
  TopicCatalog(Storage& storage, const ClusterSettings& settings) : storage_(storage), settings_(settings) {}

  /// Takes over what a storage knew.
  void restore(const Contents& contents);
  /// Creates what is missing. The names of the new topics.
  Result<std::vector<std::string>> create(std::span<const TopicSpec> specs);
  /// Forgets the topic's records. Error "unknown_topic".
  Status remove(const std::string& name);

  /// Null if there is none.
  [[nodiscard]] Topic* find(std::string_view name) const;
  /// Errors "unknown_topic", "unknown_partition".
  [[nodiscard]] Result<Topic*> find(const TopicPartition& where) const;
  [[nodiscard]] std::vector<Topic*> all() const;
  /// Changes whenever a topic comes or goes.
  [[nodiscard]] std::int64_t version() const { return version_; }

 private:
  void add(const StoredTopic& stored, std::span<const PartitionBounds> bounds);

  Storage& storage_;
  const ClusterSettings& settings_;
  std::vector<std::unique_ptr<Topic>> topics_;  ///< deleted ones too
  std::map<std::string, Topic*, std::less<>> by_name_;
  std::uint32_t next_id_ = 1;
  std::int64_t version_ = 0;
};

}  // namespace turnstream::log::embedded
