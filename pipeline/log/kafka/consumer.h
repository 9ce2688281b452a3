#pragma once
// Consumer: a member of a group, on librdkafka. When the group assigns partitions, the Consumer gives librdkafka an
// empty list, so that nothing is fetched and the member stays in the group while the worker restores state; start()
// then gives librdkafka the partitions with their positions. (If they were assigned and paused at once, librdkafka
// could fetch from wrong positions; without any list the next rebalance would wait.) After a revocation, librdkafka
// sends heartbeats and waits until release(). Threads: one at a time.

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

  /// The group's name and the generation of the last assignment, for send_offsets(): the broker refuses offsets of an
  /// older generation. Null before an assignment and after release(). Valid until the next poll() or release().
  [[nodiscard]] const rd_kafka_consumer_group_metadata_t* group_metadata() const { return group_metadata_.get(); }

 private:
  explicit Consumer(Feed feed) : feed_(std::move(feed)) {}
  Result<Event> on_assigned(std::vector<TopicPartition> partitions);
  [[nodiscard]] bool is_expelled() const;

  Feed feed_;
  GroupMetadata group_metadata_;
  std::string member_id_;  ///< the member's id at the last assignment; the broker assigns these ids
  bool revoked_ = false;   ///< the revocation was reported, but release() was not called yet
};

}  // namespace turnstream::log::kafka
