#pragma once
// The interface to an ordered, partitioned, transactional log. The implementations in kafka/ (on librdkafka) and
// embedded/ pass one contract suite (tests/contract). All reads are read-committed: a Consumer or Reader never
// delivers records of aborted or open transactions.
//
// Errors by reaction:
//
// - kRetry: the same call may succeed later, for example after a time-out. After commit(), flush() and changes of
//   topics it is unknown whether the call had an effect.
// - kDeadLetter: the log refuses this record, for example because it is too large.
// - kReleasePartition: the transaction must be aborted, the member lost its generation or was expelled, or this
//   Consumer or producer is no longer usable. Abort, discard what is not committed, make a new Consumer and producer.
// - kStopProcess: a new Consumer or producer would not help. Examples: fenced by another producer, unknown topic,
//   damaged files, a wrong call.
//
// Codes of both implementations are for example unknown_topic, offset_out_of_range (a position after the end),
// too_large (a record larger than its topic or the client allows), fenced, generation_fenced and instance_fenced.
//
// Lifetime: destroy everything that a Client made before the Client, and Records before the Consumer or Reader that
// delivered them. Threads: Client and Admin any; a Consumer, Reader or Producer belongs to one thread at a time (the
// consumer given to send_offsets() belongs to the same thread as the producer).

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::log {

using std::chrono::milliseconds;

/// The group assigned these partitions to this member: the whole assignment, which replaces any earlier one. Nothing
/// is delivered from them until start().
struct Assigned {
  std::vector<TopicPartition> partitions;
};

/// The group revokes the whole assignment. The member must commit or abort its transaction and then call release(); the
/// rebalance waits for that, at most for the group's rebalance time-out. `lost`: the member no longer owns the
/// partitions, so send_offsets() would fail. `lost` may be false although the member was expelled, because the group's
/// notice has not arrived yet.
struct Revoked {
  std::vector<TopicPartition> partitions;
  bool lost = false;
};

/// All records of the partition from the start position to `next` were delivered. `next` is the partition's last stable
/// offset at the moment when the log reported this end.
struct EndOfPartition {
  TopicPartition where;
  NextOffset next;
};

/// Only of a Consumer: the records of the partition from offset `from` to the one before `first` were deleted before they
/// were delivered. Delivery continues at `first`. Some of the offsets may have been control records.
struct RecordsLost {
  TopicPartition where;
  NextOffset from;
  Offset first;
};

/// The records from `first` to `last` cannot be read: their batch is damaged, or is larger than the client's bounds once
/// it is unpacked. Delivery of the partition continues behind `last`.
struct Unreadable {
  TopicPartition where;
  Offset first;
  Offset last;
  std::string why;  ///< the client's reason, for people
};

/// monostate: no event now; poll() may return it before its time-out has passed.
using Event = std::variant<std::monostate, Record, EndOfPartition, RecordsLost, Unreadable, Assigned, Revoked>;

struct ConsumerConfig {
  std::string group;
  std::string instance;  ///< the name of a static member, unique in the group; empty for dynamic membership
  std::string client_id;
  /// If all members name the same topics, with equal partition counts, one member gets partition p of each (`range`).
  std::vector<std::string> topics;
};

class Consumer {
 public:
  virtual ~Consumer() = default;
  /// Waits for the next event, about `timeout` at most; monostate if there is none.
  virtual Result<Event> poll(milliseconds timeout) = 0;
  /// Starts delivery of the assigned partitions, each from its position. Precondition: `positions` names exactly the
  /// assigned partitions. Records before a position are not delivered, even if they were already fetched.
  virtual Status start(std::span<const Position> positions) = 0;
  /// Pauses or resumes delivery of one started partition. A repeated call has no effect.
  virtual Status pause(const TopicPartition& where) = 0;
  virtual Status resume(const TopicPartition& where) = 0;
  /// Gives the revoked partitions back: no record is delivered until the next start(). Without a Revoked, does nothing.
  virtual Status release() = 0;
  /// Leaves the group if membership is dynamic. A static member keeps its place, at most until its session times out.
  virtual void close(milliseconds timeout) = 0;
};

class Reader {
 public:
  virtual ~Reader() = default;
  /// Replaces the partitions that are read. A position before the first available record moves to that record.
  virtual Status assign(std::span<const Position> positions) = 0;
  /// A Record, an EndOfPartition (usually once each time the end is reached), an Unreadable or monostate.
  virtual Result<Event> poll(milliseconds timeout) = 0;
  /// How many answers of the log were no event: reads that search the end of an unreadable batch, which can take seconds.
  [[nodiscard]] virtual std::int64_t probes() const { return 0; }
};

/// The progress of a group in one partition, committed with a transaction. The log stores `metadata` with the offset
/// (2 KiB always fit); Admin::committed() returns it.
struct OffsetCommit {
  TopicPartition where;
  NextOffset next;
  std::string metadata;
};

/// The result of a commit: for each partition to which the transaction wrote, the position after the last record that
/// it wrote there, not counting the control record.
struct Receipt {
  std::vector<Position> written;
};

/// At most one transaction is open. After an error of produce(), send_offsets() or commit() with kReleasePartition,
/// call only abort(), or destroy the producer; after kStopProcess, destroy it.
class TransactionalProducer {
 public:
  virtual ~TransactionalProducer() = default;
  /// Fences older producers with the same transactional id. A transaction of theirs that is still open is aborted; one
  /// whose commit has begun is completed. init() must succeed before any other function is called.
  virtual Status init(milliseconds timeout) = 0;
  virtual Status begin() = 0;
  /// Adds a copy of the record to the open transaction. Blocks for a limited time if the client's queue is full.
  virtual Status produce(const OutgoingRecord& record) = 0;
  /// Waits until the log has stored the records of the open transaction. Returns the time of the log's own clock at
  /// which it appended the newest of them; none if the log has no clock of its own, or its topics keep other times.
  virtual Result<std::optional<std::int64_t>> append_time(milliseconds /*timeout*/) {
    return std::optional<std::int64_t>();
  }
  /// Adds the group's progress to the open transaction. An error if the consumer's generation is outdated.
  virtual Status send_offsets(std::span<const OffsetCommit> offsets, Consumer& consumer, milliseconds timeout) = 0;
  /// After kRetry the outcome is unknown: call only commit() until it returns another result, or destroy the producer.
  virtual Result<Receipt> commit(milliseconds timeout) = 0;
  virtual Status abort(milliseconds timeout) = 0;
};

/// What became of the records of a Producer. Of those given to produce() that are in no count, the log has not said yet
/// whether they are stored, for example because flush() was not called or the connection was lost: unknown.
struct Deliveries {
  std::uint64_t stored = 0;   ///< the log has confirmed that they are in the topic
  std::uint64_t refused = 0;  ///< they are certainly not in the topic
};

/// Told once what became of a record: its offset, or why it is not known to be stored. Must not throw or call the producer.
using OnStored = std::function<void(const Result<Offset>&)>;

/// Writes outside of transactions, in order within a partition. A record repeated after an error may be stored twice.
class Producer {
 public:
  virtual ~Producer() = default;
  Status produce(const OutgoingRecord& record) { return produce(record, {}); }
  /// The same, and calls `on_stored`, unless it is empty, inside this or a later call of produce() or flush(). It is not
  /// called if this call returns an error, nor after the producer is destroyed.
  virtual Status produce(const OutgoingRecord& record, OnStored on_stored) = 0;
  /// Waits until all produced records are stored. Returns the first failure that produce() did not return, or an error
  /// if the records are not stored in time.
  virtual Status flush(milliseconds timeout) = 0;
  /// What became of the records that were given to produce() so far.
  [[nodiscard]] virtual Deliveries deliveries() const = 0;
};

enum class Cleanup { kDelete, kCompact };

struct TopicSpec {
  std::string name;
  std::int32_t partitions = 1;
  Cleanup cleanup = Cleanup::kDelete;
  std::int64_t retention_ms = -1;         ///< for kDelete: records may be deleted after this time; -1: never
  std::int64_t delete_retention_ms = -1;  ///< for kCompact: tombstones are kept at least so long; -1: the log's default
  std::int64_t max_message_bytes = 0;     ///< maximum size of a record (Kafka: of a batch); 0: the log's default
  /// For kCompact: compaction removes what was overwritten or deleted at latest after about this time; -1: the log's
  /// default. An embedded log has one such time for all topics (ClusterSettings::compaction_lag_max) instead.
  std::int64_t compaction_lag_ms_max = -1;
  /// For kDelete on Kafka, which deletes records in segments: when a segment ends at latest, in time and in bytes; -1: the
  /// log's default.
  std::int64_t segment_ms = -1;
  std::int64_t segment_bytes = -1;
  bool is_bounded_by_writer = false;  ///< for kDelete: delete_records() limits the size, and no setting of the log does
};

struct TopicInfo {
  std::string name;
  std::int32_t partitions = 0;
};

struct Watermarks {
  Offset first;            ///< the partition has no records before this offset
  NextOffset last_stable;  ///< the last stable offset: read-committed readers read up to it
  NextOffset high;         ///< the high watermark: the end, records of open transactions included
};

struct Committed {
  TopicPartition where;
  std::optional<NextOffset> next;  ///< absent if the log has no committed offset of the group for this partition
  std::string metadata;
};

class Admin {
 public:
  virtual ~Admin() = default;
  virtual Result<std::string> cluster_id(milliseconds timeout) = 0;
  /// Whether the log answers a small request now. An answer that the client remembers does not count.
  virtual Status probe(milliseconds timeout) = 0;
  /// A text for people that names the log, for example "Apache Kafka at 127.0.0.1:9092 …" or "embedded log in DIR".
  virtual std::string description() = 0;
  virtual Result<std::vector<TopicInfo>> topics(milliseconds timeout) = 0;
  /// Creates the topics that do not exist. An existing topic stays unchanged, even if its settings differ.
  virtual Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) = 0;
  virtual Status delete_topics(std::span<const std::string> names, milliseconds timeout) = 0;
  virtual Result<std::string> topic_setting(const std::string& topic, const std::string& name,
                                            milliseconds timeout) = 0;
  /// For each position, deletes the records of the partition before it; the embedded log keeps those of a batch that
  /// reaches beyond it. A position at or before the first record deletes nothing. Positions are at most last stable offsets.
  /// After an error some partitions may be done. Errors: "offset_out_of_range" for a position behind the end; unless overridden,
  /// "not_served".
  virtual Status delete_records(std::span<const Position> before, milliseconds timeout);
  virtual Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) = 0;
  /// The watermarks of several partitions, in the order of `where`. Unless overridden, calls watermarks() for each.
  virtual Result<std::vector<Watermarks>> watermarks_of(std::span<const TopicPartition> where, milliseconds timeout);
  /// The committed offsets of the group, in the order of `where`. If an open transaction contains offsets of the group
  /// for these partitions, the call first waits until that transaction has ended. Error with kRetry after `timeout`.
  virtual Result<std::vector<Committed>> committed(const std::string& group, std::span<const TopicPartition> where,
                                                   milliseconds timeout) = 0;
};

/// The error of a reader that cannot do without the records: "unreadable" (kStopProcess). It says what to do.
[[nodiscard]] Error unreadable_error(const Unreadable& records);

class Client {
 public:
  virtual ~Client() = default;
  virtual Result<std::unique_ptr<Consumer>> make_consumer(const ConsumerConfig& config) = 0;
  virtual Result<std::unique_ptr<Reader>> make_reader(const std::string& client_id) = 0;
  virtual Result<std::unique_ptr<TransactionalProducer>> make_transactional_producer(
      const std::string& transactional_id, const std::string& client_id) = 0;
  virtual Result<std::unique_ptr<Producer>> make_producer(const std::string& client_id) = 0;
  virtual Admin& admin() = 0;
};

}  // namespace turnstream::log
