#pragma once
// Feed: the common part of Consumer and Reader: delivery of chosen partitions from explicit positions, and the events
// of a poll. Owns the librdkafka handle. Feed's callbacks run inside a poll and only log or store what they
// receive; Feed and Consumer handle it after librdkafka's poll has returned. If the records at a position are deleted,
// Feed continues at the first available record; a consumer's poll() then returns RecordsLost, a reader's writes a log
// line and returns no event. A position after the end is an error; so is one that the broker refuses too often though the partition
// has it (RefusedOffsets; such a poll lasts up to 1 s longer than its timeout). If librdkafka cannot unpack a batch, Feed stops the
// other partitions, finds the batch's last offset (UnreadableSearch), reports the batch as Unreadable and continues
// behind it. Threads: one at a time.

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/log/kafka/properties.h"
#include "pipeline/log/kafka/refused_offsets.h"
#include "pipeline/log/kafka/unpack_limit.h"
#include "pipeline/log/kafka/unreadable_search.h"

namespace turnstream::log::kafka {

/// The event that librdkafka's rebalance callback received.
struct Rebalance {
  bool assigned = false;  ///< true: partitions were assigned; false: they were revoked
  std::vector<TopicPartition> partitions;
};

/// The longest wait for the first and last offset of a partition.
inline constexpr int kWatermarkTimeoutMs = 5'000;

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
  /// Returns a Record, an EndOfPartition, a RecordsLost, an Unreadable or monostate.
  Result<Event> poll(milliseconds timeout);
  /// The rebalance that the last poll received, if any; it is returned only once. It ends delivery.
  std::optional<Rebalance> take_rebalance();
  /// How many reads of searches the log has answered.
  [[nodiscard]] std::int64_t probes() const { return probes_; }

 private:
  /// What librdkafka's threads and callbacks use; outlives the handle.
  struct Notes {
    UnpackLimit unpack{kBatchUnpackedMax, kResponseUnpackedMax};
    std::optional<Rebalance> rebalance;
    std::optional<Error> error;
  };
  /// The last batch that librdkafka could not unpack.
  struct Suspect {
    TopicPartition where;
    std::int64_t batch = -1;
    int errors = 0;
    std::int64_t postponed = 0;  ///< UnpackLimit::postponed() after the last error
  };
  /// The search for the end of an unreadable batch; meanwhile only its partition is delivered.
  struct Search {
    TopicPartition where;
    UnreadableSearch offsets;
    std::vector<Position> positions;  ///< of all partitions, when the search began
    std::string why;
  };

  Feed(std::unique_ptr<Notes> notes, Handle handle, bool reports_loss)
      : notes_(std::move(notes)), handle_(std::move(handle)), reports_loss_(reports_loss) {}
  static void on_rebalance(rd_kafka_t* handle, rd_kafka_resp_err_t code, rd_kafka_topic_partition_list_t* partitions,
                           void* notes) noexcept;
  static void on_background_error(rd_kafka_t* handle, int code, const char* reason, void* notes) noexcept;

  /// Null if there is none of the partition.
  static Position* find(std::vector<Position>& positions, const TopicPartition& where);
  Status assign(std::span<const Position> positions);
  Status await_stopped();
  Result<Event> on_error(const rd_kafka_message_t& message);
  Result<Event> on_unreadable(const rd_kafka_message_t& message);
  [[nodiscard]] bool may_be_postponed(const TopicPartition& where, std::int64_t batch);
  Status begin_search(const TopicPartition& where, const rd_kafka_message_t& message);
  /// Handles an event while a search is active; `message` may not be null.
  Result<Event> search(const rd_kafka_message_t& message);
  Result<Event> end_search();
  Result<Event> on_out_of_range(const rd_kafka_message_t& message);
  /// The broker refused the offset, which is in [first, end]: waits, or the error of kRefusalsMax refusals in a row.
  Status note_refused(const Position& position, std::int64_t first, std::int64_t end);
  Result<std::vector<Position>> current_positions() const;
  Status unpause_all();

  std::unique_ptr<Notes> notes_;  ///< the callbacks' opaque pointer; outlives the handle
  Handle handle_;
  bool reports_loss_;
  std::vector<Position> started_;    ///< the positions given to the last deliver(); empty after stop()
  std::set<TopicPartition> paused_;  ///< during a search: those to pause after it
  Suspect suspect_;
  RefusedOffsets refused_;
  std::optional<Search> search_;
  std::int64_t probes_ = 0;
};

}  // namespace turnstream::log::kafka
