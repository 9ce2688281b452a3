#pragma once
// Feed: reads a set of partitions, each from a position, a batch of one and then a batch of the next. What Reader and
// Consumer have in common. Holds the batch each cursor stands in; borrows the topics, which live as long as the
// cluster.
// Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <optional>
#include <vector>

#include "pipeline/log/embedded/topic_catalog.h"

namespace turnstream::log::embedded {

class Feed {
 public:
  /// Replaces what is read. Errors "unknown_topic", "unknown_partition".
  Status assign(std::span<const Position> positions, const TopicCatalog& topics);
  void clear() { cursors_.clear(); }
  /// Errors "not_assigned".
  Status set_paused(const TopicPartition& where, bool paused);
  /// The next record or end; monostate when there is none now. Errors "unknown_topic" (deleted meanwhile),
  /// "offset_out_of_range", "corrupt_log".
  Result<Event> next();

 private:
  struct Cursor {
    Topic* topic;
    std::int32_t partition;
    std::int64_t position;
    bool paused = false;
    bool checked = false;  ///< the position was compared with the partition's bounds
    std::optional<std::int64_t> reported_end;
    BatchPtr batch;
    std::size_t index = 0;

    [[nodiscard]] const PartitionLog& log() const { return topic->partitions[static_cast<std::size_t>(partition)]; }
  };

  static Status check_position(Cursor& cursor);
  static Result<Event> next_of(Cursor& cursor);

  std::vector<Cursor> cursors_;
  std::size_t turn_ = 0;
};

}  // namespace turnstream::log::embedded
