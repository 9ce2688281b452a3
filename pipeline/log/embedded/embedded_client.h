#pragma once
// EmbeddedClient and EmbeddedAdmin: the port's Client and Admin on a Cluster, which they borrow. Threads: any.

#include "pipeline/log/embedded/cluster.h"

namespace turnstream::log::embedded {

class EmbeddedAdmin final : public Admin {
 public:
  explicit EmbeddedAdmin(Cluster& cluster) : cluster_(cluster) {}

  Result<std::string> cluster_id(milliseconds timeout) override;
  /// Always succeeds: the log is in this process.
  Status probe(milliseconds) override { return {}; }
  std::string description() override;
  Result<std::vector<TopicInfo>> topics(milliseconds timeout) override;
  Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) override;
  Status delete_topics(std::span<const std::string> names, milliseconds timeout) override;
  /// Returns a setting by its name in Kafka. Only cleanup.policy, retention.ms, delete.retention.ms, max.message.bytes
  /// and message.timestamp.type exist; error "unknown_setting" for all other names.
  Result<std::string> topic_setting(const std::string& topic, const std::string& name, milliseconds timeout) override;
  Status delete_records(std::span<const Position> before, milliseconds timeout) override;
  Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) override;
  Result<std::vector<Committed>> committed(const std::string& group, std::span<const TopicPartition> where,
                                           milliseconds timeout) override;

 private:
  Cluster& cluster_;
};

class EmbeddedClient final : public Client {
 public:
  explicit EmbeddedClient(Cluster& cluster) : cluster_(cluster), admin_(cluster) {}

  Result<std::unique_ptr<Consumer>> make_consumer(const ConsumerConfig& config) override;
  Result<std::unique_ptr<Reader>> make_reader(const std::string& client_id) override;
  Result<std::unique_ptr<TransactionalProducer>> make_transactional_producer(const std::string& transactional_id,
                                                                             const std::string& client_id) override;
  Result<std::unique_ptr<Producer>> make_producer(const std::string& client_id) override;
  Admin& admin() override { return admin_; }

 private:
  Cluster& cluster_;
  EmbeddedAdmin admin_;
};

}  // namespace turnstream::log::embedded
