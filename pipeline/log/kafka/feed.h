#pragma once
// Feed: the common part of Consumer and Reader: delivery of chosen partitions from explicit positions, and the events
// of a poll. Owns the librdkafka handle. Feed's callbacks run inside a poll and only log or store what they
// receive; Feed and Consumer handle it after librdkafka's poll has returned. If the records at a position are deleted,
// Feed writes a log line and continues at the first available record. A position after the end is an error. Threads:
// one at a time.

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/log/kafka/properties.h"

namespace turnstream::log::kafka {

/// The event that librdkafka's rebalance callback received.
struct Rebalance {
  bool assigned = false;  ///< true: partitions were assigned; false: they were revoked
  std::vector<TopicPartition> partitions;
};

class Feed {
 public:
  static Result<Feed> make(Conf conf, Role role);

  [[nodiscard]] rd_kafka_t* handle() const { return handle_.get(); }

  /// Replaces the delivered partitions. Records fetched before are not delivered afterwards.
  Status deliver(std::span<const Position> positions);
  /// Ends delivery of all partitions.
  Status stop();
  Status pause(const TopicPartition& where);
  Status resume(const TopicPartition& where);
  /// Returns a Record, an EndOfPartition or monostate.
  Result<Event> poll(milliseconds timeout);
  /// The rebalance that the last poll received, if any; it is returned only once.
  std::optional<Rebalance> take_rebalance() { return std::exchange(notes_->rebalance, std::nullopt); }

 private:
  struct Notes {
    std::optional<Rebalance> rebalance;
    std::optional<Error> error;
  };

  Feed(std::unique_ptr<Notes> notes, Handle handle) : notes_(std::move(notes)), handle_(std::move(handle)) {}
  static void on_rebalance(rd_kafka_t* handle, rd_kafka_resp_err_t code, rd_kafka_topic_partition_list_t* partitions,
                           void* notes) noexcept;
  static void on_background_error(rd_kafka_t* handle, int code, const char* reason, void* notes) noexcept;

  Result<Event> on_error(const rd_kafka_message_t& message);
  Status on_out_of_range(const rd_kafka_message_t& message);
  Result<std::vector<Position>> current_positions() const;
  Status unpause_all();

  std::unique_ptr<Notes> notes_;  ///< the callbacks' opaque pointer; outlives the handle
  Handle handle_;
  std::vector<Position> started_;  ///< the positions given to the last deliver(); empty after stop()
  std::set<TopicPartition> paused_;
};

}  // namespace turnstream::log::kafka
