#include "pipeline/log/embedded/embedded_client.h"

#include <algorithm>

#include "pipeline/log/embedded/embedded_consumer.h"
#include "pipeline/log/embedded/embedded_producer.h"
#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/maintenance.h"

namespace turnstream::log::embedded {

Result<std::string> EmbeddedAdmin::cluster_id(milliseconds) {
  return Cluster::Access(cluster_)->cluster_id;
}

std::string EmbeddedAdmin::description() {
  return Cluster::Access(cluster_)->storage->description();
}

Result<std::vector<TopicInfo>> EmbeddedAdmin::topics(milliseconds) {
  const Cluster::Access access(cluster_);
  std::vector<TopicInfo> topics;
  for (const Topic* topic : access->topics.all()) {
    topics.push_back(TopicInfo{topic->name(), topic->spec.partitions});
  }
  return topics;
}

Status EmbeddedAdmin::create_topics(std::span<const TopicSpec> specs, milliseconds) {
  Cluster::Access access(cluster_);
  TS_RETURN_IF_ERROR(access->create_topics(specs));
  access.changed();
  return {};
}

Status EmbeddedAdmin::delete_topics(std::span<const std::string> names, milliseconds) {
  Cluster::Access access(cluster_);
  const Status deleted = access->delete_topics(names);
  access.changed();
  return deleted;
}

Result<std::string> EmbeddedAdmin::topic_setting(const std::string& topic, const std::string& name, milliseconds) {
  const Cluster::Access access(cluster_);
  const Topic* known = access->topics.find(topic);
  if (known == nullptr) {
    return unknown_topic(topic);
  }
  if (name == "cleanup.policy") {
    return std::string(known->spec.cleanup == Cleanup::kCompact ? "compact" : "delete");
  }
  if (name == "retention.ms") {
    return std::to_string(known->spec.retention_ms);
  }
  if (name == "delete.retention.ms") {
    return std::to_string(known->spec.delete_retention_ms);
  }
  if (name == "max.compaction.lag.ms") {
    return std::to_string(access->settings.compaction_lag_max.count());
  }
  if (name == "max.message.bytes") {
    return std::to_string(known->spec.max_message_bytes);
  }
  if (name == "message.timestamp.type") {
    return std::string("LogAppendTime");
  }
  return make_error(
      error_codes::kUnknownSetting, Reaction::kStopProcess,
      "The setting " + name + " of topic " + known->spec.name + " cannot be read: the embedded log does not have it.");
}

Status EmbeddedAdmin::delete_records(std::span<const Position> before, milliseconds) {
  for (const Position& position : before) {
    if (const auto error = cluster_.fault(Operation::kDeleteRecords, "admin")) {
      return *error;
    }
    const Cluster::Access access(cluster_);
    TS_ASSIGN_OR_RETURN(Topic* const topic, access->topics.find(position.where));
    PartitionLog& log = topic->partitions[static_cast<std::size_t>(position.where.partition.value())];
    TS_RETURN_IF_ERROR(drop_head(log, *access->storage, position.next.value()));
  }
  return {};
}

Result<Watermarks> EmbeddedAdmin::watermarks(const TopicPartition& where, milliseconds) {
  const Cluster::Access access(cluster_);
  TS_ASSIGN_OR_RETURN(const Topic* const topic, access->topics.find(where));
  const PartitionLog& log = topic->partitions[static_cast<std::size_t>(where.partition.value())];
  return Watermarks{Offset{log.first()}, NextOffset{log.last_stable()}, NextOffset{log.high()}};
}

Result<std::vector<Committed>> EmbeddedAdmin::committed(const std::string& group, std::span<const TopicPartition> where,
                                                        milliseconds timeout) {
  auto known = cluster_.await(timeout, [&](Broker& broker) -> std::optional<std::vector<Committed>> {
    std::vector<Committed> all;
    for (const TopicPartition& one : where) {
      if (broker.offsets.pending(group, one)) {
        return std::nullopt;
      }
      all.push_back(broker.offsets.committed(group, one));
    }
    return all;
  });
  if (!known) {
    return timed_out("Offsets of group " + group + " are in an open transaction.");
  }
  return *std::move(known);
}

Result<std::unique_ptr<Consumer>> EmbeddedClient::make_consumer(const ConsumerConfig& config) {
  if (config.group.empty() || config.topics.empty()) {
    return invalid_state("A consumer cannot be made without a group and topics");
  }
  return std::unique_ptr<Consumer>(std::make_unique<EmbeddedConsumer>(cluster_, config));
}

Result<std::unique_ptr<Reader>> EmbeddedClient::make_reader(const std::string& client_id) {
  return std::unique_ptr<Reader>(std::make_unique<EmbeddedReader>(cluster_, client_id));
}

Result<std::unique_ptr<TransactionalProducer>> EmbeddedClient::make_transactional_producer(
    const std::string& transactional_id, const std::string& client_id) {
  if (transactional_id.empty()) {
    return invalid_state("A transactional producer cannot be made without a transactional id");
  }
  return std::unique_ptr<TransactionalProducer>(
      std::make_unique<EmbeddedTransactionalProducer>(cluster_, transactional_id, client_id));
}

Result<std::unique_ptr<Producer>> EmbeddedClient::make_producer(const std::string& client_id) {
  return std::unique_ptr<Producer>(std::make_unique<EmbeddedProducer>(cluster_, client_id));
}

std::unique_ptr<Client> make_client(Cluster& cluster) {
  return std::make_unique<EmbeddedClient>(cluster);
}

}  // namespace turnstream::log::embedded
