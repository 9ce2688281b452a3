#pragma once
// TopicCatalog: the topics of the cluster by name, with their partitions. A Topic object exists as long as the catalog.
// After the topic was deleted, its partitions are empty, but cursors, open transactions and the topic names in
// delivered records stay valid. Threads: one at a time (the cluster's lock).

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
  TopicSpec spec;  ///< the topic's settings; defaults of the cluster are filled in
  bool deleted = false;
  std::deque<PartitionLog> partitions;

  [[nodiscard]] const std::string& name() const { return spec.name; }
};

class TopicCatalog {
 public:
  /// `storage` and `settings` must outlive the catalog.
  TopicCatalog(Storage& storage, const ClusterSettings& settings) : storage_(storage), settings_(settings) {}

  /// Loads the stored topics.
  void restore(const Contents& contents);
  /// Creates the topics that do not exist, and returns their names. After error "invalid_topic" none is created.
  Result<std::vector<std::string>> create(std::span<const TopicSpec> specs);
  /// Deletes the topic and its records. Error "unknown_topic".
  Status remove(const std::string& name);

  /// The topic with this name; null if there is none.
  [[nodiscard]] Topic* find(std::string_view name) const;
  /// Errors "unknown_topic", "unknown_partition".
  [[nodiscard]] Result<Topic*> find(const TopicPartition& where) const;
  [[nodiscard]] std::vector<Topic*> all() const;
  /// Increases when a topic is created or deleted.
  [[nodiscard]] std::int64_t version() const { return version_; }

 private:
  void add(const StoredTopic& stored, std::span<const PartitionBounds> bounds);

  Storage& storage_;
  const ClusterSettings& settings_;
  std::vector<std::unique_ptr<Topic>> topics_;  ///< all topics, including deleted ones
  std::map<std::string, Topic*, std::less<>> by_name_;
  std::uint32_t next_id_ = 1;
  std::int64_t version_ = 0;
};

}  // namespace turnstream::log::embedded
