#pragma once
// Consumer: the port's member of a group, on librdkafka. The rebalance callback, which librdkafka calls inside poll(),
// only notes what happened: an assignment is acknowledged empty there, so that the member heartbeats in peace while
// the worker restores state, and start() assigns the partitions with their positions. A revocation waits, librdkafka
// heartbeating, until release().
// Threads: one at a time.

#include <memory>
#include <optional>
#include <string>

#include "pipeline/log/kafka/feed.h"
#include "pipeline/log/kafka/properties.h"

namespace turnstream::log::kafka {

class Consumer final : public log::Consumer {
 public:
  static Result<std::unique_ptr<Consumer>> make(const Config& config, const ConsumerConfig& member);

  Result<Event> poll(milliseconds timeout) override;
  Status start(std::span<const Position> positions) override;
  Status pause(const TopicPartition& where) override;
  Status resume(const TopicPartition& where) override;
  Status release() override;
  void close(milliseconds timeout) override;

  /// The group's name and the generation that gave the current assignment: what fences send_offsets. Null without an
  /// assignment. Lives until the next poll() or release().
  [[nodiscard]] const rd_kafka_consumer_group_metadata_t* group_metadata() const { return group_metadata_.get(); }

 private:
  Consumer() = default;
  static void on_rebalance(rd_kafka_t* handle, rd_kafka_resp_err_t code, rd_kafka_topic_partition_list_t* partitions,
                           void* self) noexcept;
  void on_assigned(rd_kafka_t* handle, const rd_kafka_topic_partition_list_t* partitions);
  void on_revoked(rd_kafka_t* handle, const rd_kafka_topic_partition_list_t* partitions);

  std::optional<Feed> feed_;  ///< present from make() on; the callback may run before that
  GroupMetadata group_metadata_;
  std::optional<Event> noted_;   ///< what the callback saw during the current poll
  std::optional<Error> failed_;  ///< what the callback could not do
  bool revoked_ = false;         ///< told, not released
};

}  // namespace turnstream::log::kafka
