#pragma once
// The interface to an ordered, partitioned, transactional log. Two implementations (kafka/ on librdkafka, embedded/
// in this process) pass one contract suite (tests/contract). All reads are read-committed: records of aborted or open
// transactions are never delivered.
//
// Errors by reaction:
//
// - kRetry: the same call may succeed later, for example "timed_out", "unreachable". After commit(), flush() and
//   changes of topics it is unknown whether the call had an effect.
// - kReleasePartition: the transaction must be aborted, the member lost its generation or was expelled, or the client
//   is no longer usable. Abort, discard what is not committed, make new clients.
// - kStopProcess: new clients would not help: fenced by another producer (code "fenced"), unknown topic, damaged files.
//
// Codes of both implementations: unknown_topic; offset_out_of_range (a position after the end; kStopProcess);
// too_large (a record larger than its topic allows: kDeadLetter from produce() or flush(), or commit() fails with
// it; a running pipeline then stops, see Supervisor); fenced; generation_fenced; instance_fenced. Only
// the embedded log has transaction_timed_out.
//
// Lifetime: destroy everything that a Client made before the Client, and Records before the Consumer or Reader that
// delivered them. Threads: Client and Admin any; a Consumer, Reader or Producer belongs to one thread at a time (the
// consumer given to send_offsets() belongs to the same thread as the producer).

#include <chrono>
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
/// rebalance waits for that, at most for the group's rebalance time-out. `lost`: the partitions already belong to
/// another member, so a commit would be fenced. `lost` may be false although the member was expelled, because the
/// group's notice has not arrived yet; a commit then fails with "generation_fenced".
struct Revoked {
  std::vector<TopicPartition> partitions;
  bool lost = false;
};

/// All records of the partition that can be read now were delivered. `next` is the last stable offset: the first offset
/// of an open transaction, else the offset after the last record, control records included.
struct EndOfPartition {
  TopicPartition where;
  NextOffset next;
};

/// monostate: no event now; poll() may return it before its time-out has passed.
using Event = std::variant<std::monostate, Record, EndOfPartition, Assigned, Revoked>;

struct ConsumerConfig {
  std::string group;
  std::string instance;  ///< static membership id, unique in the group; empty for dynamic membership
  std::string client_id;
  std::vector<std::string> topics;  ///< partition p of all (if equal in partitions) goes to one member (`range`)
};

class Consumer {
 public:
  virtual ~Consumer() = default;
  /// Waits up to `timeout` for the next event; monostate if there is none.
  virtual Result<Event> poll(milliseconds timeout) = 0;
  /// Starts delivery of the assigned partitions, each from its position. Precondition: `positions` names exactly the
  /// assigned partitions. Records before a position are never delivered, even if they were already fetched.
  virtual Status start(std::span<const Position> positions) = 0;
  /// Pauses or resumes delivery of one started partition. A repeated call has no effect.
  virtual Status pause(const TopicPartition& where) = 0;
  virtual Status resume(const TopicPartition& where) = 0;
  /// Gives the partitions of the reported Revoked back. Afterwards no record of them is delivered.
  virtual Status release() = 0;
  /// Leaves the group if membership is dynamic. A static member keeps its place until its session times out.
  virtual void close(milliseconds timeout) = 0;
};

class Reader {
 public:
  virtual ~Reader() = default;
  /// Replaces the partitions that are read. A position before the first available record moves to that record.
  virtual Status assign(std::span<const Position> positions) = 0;
  /// A Record, an EndOfPartition (once each time the end is reached) or monostate.
  virtual Result<Event> poll(milliseconds timeout) = 0;
};

/// The progress of a group in one partition, committed with a transaction. `metadata` is stored with the offset (at
/// most 2 KiB); Admin::committed() returns it.
struct OffsetCommit {
  TopicPartition where;
  NextOffset next;
  std::string metadata;
};

/// The result of a commit: for each partition to which the transaction wrote, the position after its last record
/// (control records do not count).
struct Receipt {
  std::vector<Position> written;
};

/// At most one transaction is open. After kReleasePartition only abort() is allowed, after kStopProcess no call.
class TransactionalProducer {
 public:
  virtual ~TransactionalProducer() = default;
  /// Fences older producers with the same transactional id. A transaction of theirs that is still open is aborted; one
  /// whose commit has begun is completed. Call it before any other function, until it has succeeded once.
  virtual Status init(milliseconds timeout) = 0;
  virtual Status begin() = 0;
  /// Queues a copy of one record of the open transaction. Blocks for a limited time if the client's queue is full.
  virtual Status produce(const OutgoingRecord& record) = 0;
  /// Adds the group's progress to the open transaction. The broker refuses it if the consumer's generation is outdated.
  virtual Status send_offsets(std::span<const OffsetCommit> offsets, Consumer& consumer, milliseconds timeout) = 0;
  /// After kRetry the outcome is unknown: call only commit() until it returns another result, or destroy the producer.
  virtual Result<Receipt> commit(milliseconds timeout) = 0;
  virtual Status abort(milliseconds timeout) = 0;
};

/// Writes outside of transactions: at least once, in order within a partition.
class Producer {
 public:
  virtual ~Producer() = default;
  virtual Status produce(const OutgoingRecord& record) = 0;
  /// Waits until all produced records are stored; returns the first failure that produce() did not return.
  virtual Status flush(milliseconds timeout) = 0;
};

enum class Cleanup { kDelete, kCompact };

struct TopicSpec {
  std::string name;
  std::int32_t partitions = 1;
  Cleanup cleanup = Cleanup::kDelete;
  std::int64_t retention_ms = -1;         ///< -1: unlimited; not used for kCompact
  std::int64_t delete_retention_ms = -1;  ///< for kCompact: how long tombstones are kept; -1: the log's default
  std::int64_t max_message_bytes = 0;     ///< maximum size of a record; 0: the log's default
};

struct TopicInfo {
  std::string name;
  std::int32_t partitions = 0;
};

struct Watermarks {
  Offset first;            ///< all records before it are deleted
  NextOffset last_stable;  ///< the end for read-committed readers
  NextOffset high;         ///< the end, records of open transactions included
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
  /// The connected log, for people: "Apache Kafka at 127.0.0.1:9092 …", "embedded log in DIR" or "… in memory".
  virtual std::string description() = 0;
  virtual Result<std::vector<TopicInfo>> topics(milliseconds timeout) = 0;
  /// Creates the topics that do not exist. An existing topic stays unchanged, even if its settings differ.
  virtual Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) = 0;
  virtual Status delete_topics(std::span<const std::string> names, milliseconds timeout) = 0;
  virtual Result<std::string> topic_setting(const std::string& topic, const std::string& name,
                                            milliseconds timeout) = 0;
  virtual Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) = 0;
  /// The watermarks of several partitions, in the order of `where`. Only Kafka's client joins their requests.
  virtual Result<std::vector<Watermarks>> watermarks_of(std::span<const TopicPartition> where, milliseconds timeout);
  /// The committed offsets of the group, in the order of `where`. If an open transaction contains offsets of these
  /// partitions, the call first waits until that transaction has ended; error with kRetry if `timeout` passes.
  virtual Result<std::vector<Committed>> committed(const std::string& group, std::span<const TopicPartition> where,
                                                   milliseconds timeout) = 0;
};

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
