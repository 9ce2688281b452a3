#pragma once
// Feed: what Consumer and Reader share: delivery of chosen partitions from explicit positions, and what a poll of
// librdkafka brings. It owns the handle. librdkafka's callbacks run inside a poll and only take notes, which are looked
// at when the poll has returned. A position that the log has no record at any more (deleted by retention) is moved to
// the first available one, with a log line; one beyond the end is an error, since the log was made anew.
// Threads: one at a time.

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

/// What librdkafka's rebalance callback was told.
struct Rebalance {
  bool assigned = false;  ///< else revoked
  std::vector<TopicPartition> partitions;
};

class Feed {
 public:
  static Result<Feed> make(Conf conf, Role role);

  [[nodiscard]] rd_kafka_t* handle() const { return handle_.get(); }

  /// Replaces what is delivered; nothing fetched before is delivered afterwards.
  Status deliver(std::span<const Position> positions);
  /// Delivers nothing any more.
  Status stop();
  Status pause(const TopicPartition& where);
  Status resume(const TopicPartition& where);
  /// A Record, an EndOfPartition or monostate.
  Result<Event> poll(milliseconds timeout);
  /// What the last poll was told about the group, once.
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

  std::unique_ptr<Notes> notes_;  ///< the callbacks' opaque; outlives the handle
  Handle handle_;
  std::vector<Position> started_;  ///< as deliver() was told
  std::set<TopicPartition> paused_;
};

}  // namespace turnstream::log::kafka
