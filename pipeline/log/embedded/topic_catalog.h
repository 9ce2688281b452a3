#pragma once
// TopicCatalog: the topics of the cluster by name, with their partitions. A Topic object exists as long as the catalog,
// even if the topic is deleted, because feeds, open transactions and the topic names in delivered records point to it.
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
  TopicSpec spec;  ///< if max_message_bytes or delete_retention_ms was not set, it is the cluster's default
  bool deleted = false;
  std::deque<PartitionLog> partitions;

  [[nodiscard]] const std::string& name() const { return spec.name; }
};

class TopicCatalog {
 public:
  /// `storage` and `settings` must outlive the catalog.
  TopicCatalog(Storage& storage, const ClusterSettings& settings) : storage_(storage), settings_(settings) {}

  /// Adds the topics that the storage has loaded.
  void restore(const Contents& contents);
  /// Creates the topics that do not exist, and returns their names. After error "invalid_topic" none is created.
  Result<std::vector<std::string>> create(std::span<const TopicSpec> specs);
  /// Deletes the topic and its records. Errors "unknown_topic", "storage_failed".
  Status remove(const std::string& name);

  /// The topic with this name; null if there is none.
  [[nodiscard]] Topic* find(std::string_view name) const;
  /// The topic of a partition. Errors "unknown_topic", "unknown_partition".
  [[nodiscard]] Result<Topic*> find(const TopicPartition& where) const;
  [[nodiscard]] std::vector<Topic*> all() const;
  /// Increases when a topic is created or deleted.
  [[nodiscard]] std::int64_t version() const { return version_; }

 private:
  void add(const StoredTopic& stored, const Contents& contents);

  Storage& storage_;
  const ClusterSettings& settings_;
  std::vector<std::unique_ptr<Topic>> topics_;  ///< including those that were deleted since the catalog was made
  std::map<std::string, Topic*, std::less<>> by_name_;
  std::uint32_t next_id_ = 1;
  std::int64_t version_ = 0;
};

}  // namespace turnstream::log::embedded
