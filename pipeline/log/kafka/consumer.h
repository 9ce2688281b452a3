#pragma once
// Consumer: the port's member of a group, on librdkafka. An assignment is acknowledged to librdkafka as an empty one,
// so that nothing is fetched and the member stays in the group while the worker restores state; start() then assigns
// the partitions with their positions. (Assigned and paused instead, they would be fetched from the wrong place, and
// an unanswered assignment would hold up the next rebalance.) A revocation waits, librdkafka heartbeating, until
// release().
// Threads: one at a time.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/log/kafka/feed.h"

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
  explicit Consumer(Feed feed) : feed_(std::move(feed)) {}
  Result<Event> on_assigned(std::vector<TopicPartition> partitions);
  [[nodiscard]] bool is_expelled() const;

  Feed feed_;
  GroupMetadata group_metadata_;
  std::string member_id_;  ///< the broker's name for us in the current assignment's generation
  bool revoked_ = false;   ///< told, not released
};

}  // namespace turnstream::log::kafka
