#pragma once
// Feed: reads several partitions, each from a position. It delivers the rest of a partition's batch, unless the
// partition is paused, and then continues with the next partition. EmbeddedReader and EmbeddedConsumer use it. Holds
// the current batch of each partition; borrows the topics, which exist as long as the cluster. Threads: one at a time.

#include <cstdint>
#include <optional>
#include <vector>

#include "pipeline/log/embedded/topic_catalog.h"

namespace turnstream::log::embedded {

class Feed {
 public:
  /// `reports_loss`: next() returns RecordsLost if a position is before the first record; else it moves silently.
  explicit Feed(bool reports_loss) : reports_loss_(reports_loss) {}
  /// Replaces the partitions that are read. Errors "unknown_topic", "unknown_partition".
  Status assign(std::span<const Position> positions, const TopicCatalog& topics);
  void clear() { cursors_.clear(); }
  /// Error "not_assigned" if the feed does not read the partition.
  Status set_paused(const TopicPartition& where, bool paused);
  /// The next record or end of partition; monostate if there is none now. Errors "unknown_topic" (deleted in the
  /// meantime), "offset_out_of_range", "corrupt_log", "storage_failed".
  Result<Event> next();

 private:
  struct Cursor {
    Topic* topic;
    std::int32_t partition;
    std::int64_t position;
    bool paused = false;
    bool checked = false;  ///< the position is known not to be after the partition's end
    std::optional<std::int64_t> reported_end;
    BatchPtr batch;
    std::size_t index = 0;

    [[nodiscard]] const PartitionLog& log() const { return topic->partitions[static_cast<std::size_t>(partition)]; }
  };

  static Status check_position(Cursor& cursor);
  Result<Event> next_of(Cursor& cursor);

  bool reports_loss_;
  std::vector<Cursor> cursors_;
  std::size_t turn_ = 0;
};

}  // namespace turnstream::log::embedded
