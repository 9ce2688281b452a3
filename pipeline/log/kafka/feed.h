#pragma once
// Feed: what Consumer and Reader share: delivery of chosen partitions from explicit positions, and what a poll of
// librdkafka brings. It owns the handle. A position that the log has no record at any more (deleted by retention) is
// moved to the first available one, with a log line; one beyond the end is an error, since the log was made anew.
// Threads: one at a time.

#include <set>
#include <span>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {

class Feed {
 public:
  explicit Feed(Handle handle) : handle_(std::move(handle)) {}

  [[nodiscard]] rd_kafka_t* handle() const { return handle_.get(); }

  /// Replaces what is delivered; nothing fetched before is delivered afterwards.
  Status deliver(std::span<const Position> positions);
  /// Delivers nothing any more.
  Status stop();
  Status pause(const TopicPartition& where);
  Status resume(const TopicPartition& where);
  /// A Record, an EndOfPartition or monostate.
  Result<Event> poll(milliseconds timeout);

 private:
  Result<Event> on_error(const rd_kafka_message_t& message);
  Status on_out_of_range(const rd_kafka_message_t& message);
  Result<std::vector<Position>> current_positions() const;
  Status unpause_all();

  Handle handle_;
  std::vector<Position> started_;  ///< as deliver() was told
  std::set<TopicPartition> paused_;
};

}  // namespace turnstream::log::kafka
