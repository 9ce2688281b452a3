#pragma once
// The log client's port: everything the project asks of an ordered, partitioned, transactional log. Two implementations
// (kafka/ on librdkafka, embedded/ in this process) pass one contract suite (tests/contract). All reads are
// read-committed: records of aborted or open transactions are never delivered.
//
// Errors: Reaction::kRetry (nothing happened, try again), kReleasePartition (abortable transaction, lost generation,
// expelled member: abort, discard what is not committed, make new clients), kStopProcess (fenced by another instance:
// code "fenced"; or fatal). "timed_out" and "unreachable" are codes with kRetry.
// Codes both implementations use: unknown_topic, offset_out_of_range (a position beyond the end; kStopProcess),
// too_large (a record beyond its topic's bound: kDeadLetter from produce() or flush(), or commit() fails with it),
// fenced, transaction_timed_out, generation_fenced, instance_fenced.
// Lifetime: everything made by a Client must be destroyed before it. Records may not outlive the Consumer or Reader
// that delivered them.
// Threads: Client and Admin any; a Consumer, Reader or Producer belongs to one thread at a time (send_offsets takes a
// consumer of the same thread).

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

/// The group gave us these partitions (the whole assignment, replacing any before). Nothing is delivered from them
/// until start().
struct Assigned {
  std::vector<TopicPartition> partitions;
};

/// The group takes our whole assignment back. The member must finish or abort its transaction, then call release():
/// until then the rebalance waits (bounded by the session time-out). `lost`: it is already another's; commits would be
/// fenced. Not lost is no promise: while the news of an expulsion is on its way, a commit fails with
/// "generation_fenced".
struct Revoked {
  std::vector<TopicPartition> partitions;
  bool lost = false;
};

/// Everything committed so far was delivered: `next` is the read-committed end (beyond trailing control records).
struct EndOfPartition {
  TopicPartition where;
  NextOffset next;
};

/// monostate: nothing within the time-out.
using Event = std::variant<std::monostate, Record, EndOfPartition, Assigned, Revoked>;

struct ConsumerConfig {
  std::string group;
  std::string instance;  ///< static membership id, unique in the group; empty = dynamic membership
  std::string client_id;
  std::vector<std::string> topics;  ///< co-partitioned: `range` gives partition p of each to the same member
};

class Consumer {
 public:
  virtual ~Consumer() = default;
  /// Waits up to `timeout` for the next event.
  virtual Result<Event> poll(milliseconds timeout) = 0;
  /// Starts delivery of assigned partitions, each from its position. Precondition: each is assigned; all assigned are
  /// named. Records before it that were prefetched are never delivered.
  virtual Status start(std::span<const Position> positions) = 0;
  /// Stops or resumes delivery of one assigned and started partition; both idempotent.
  virtual Status pause(const TopicPartition& where) = 0;
  virtual Status resume(const TopicPartition& where) = 0;
  /// Gives the revoked partitions back; no record of them is delivered afterwards.
  virtual Status release() = 0;
  /// Leaves the group where membership is dynamic; a static member keeps its place until its session times out.
  virtual void close(milliseconds timeout) = 0;
};

class Reader {
 public:
  virtual ~Reader() = default;
  /// Replaces what is read. A position below the first available offset starts there.
  virtual Status assign(std::span<const Position> positions) = 0;
  /// Record, EndOfPartition (once each time the end is reached) or monostate.
  virtual Result<Event> poll(milliseconds timeout) = 0;
};

/// A group's progress, committed with a transaction. `metadata` is kept with the offset (≤ 2 KiB), readable by
/// committed().
struct OffsetCommit {
  TopicPartition where;
  NextOffset next;
  std::string metadata;
};

/// What a committed transaction wrote: for each partition the position after its last record (not counting control
/// records).
struct Receipt {
  std::vector<Position> written;
};

/// At most one transaction is open. After an error with kReleasePartition only abort() and destruction are allowed.
class TransactionalProducer {
 public:
  virtual ~TransactionalProducer() = default;
  /// Fences older producers of the same transactional id and settles their open transaction. Call once, first.
  virtual Status init(milliseconds timeout) = 0;
  virtual Status begin() = 0;
  /// Queues one record of the open transaction; copies all it needs. Blocks, bounded, when the client's queue is full.
  virtual Status produce(const OutgoingRecord& record) = 0;
  /// Adds the group's progress to the open transaction, fenced by the consumer's current generation.
  virtual Status send_offsets(std::span<const OffsetCommit> offsets, Consumer& consumer, milliseconds timeout) = 0;
  /// With kRetry the outcome is not known yet: only commit() may be called, until it says, or the producer is given up.
  virtual Result<Receipt> commit(milliseconds timeout) = 0;
  virtual Status abort(milliseconds timeout) = 0;
};

/// Outside any transaction; at least once, in order per partition.
class Producer {
 public:
  virtual ~Producer() = default;
  virtual Status produce(const OutgoingRecord& record) = 0;
  /// Waits until all produced records are stored; the first that failed is the error.
  virtual Status flush(milliseconds timeout) = 0;
};

enum class Cleanup { kDelete, kCompact };

struct TopicSpec {
  std::string name;
  std::int32_t partitions = 1;
  Cleanup cleanup = Cleanup::kDelete;
  std::int64_t retention_ms = -1;         ///< -1 = unlimited; not for kCompact
  std::int64_t delete_retention_ms = -1;  ///< kCompact: how long tombstones stay; -1 = the log's default
  std::int64_t max_message_bytes = 0;     ///< 0 = the log's default
};

struct TopicInfo {
  std::string name;
  std::int32_t partitions = 0;
};

struct Watermarks {
  Offset first;            ///< first available offset
  NextOffset last_stable;  ///< a read-committed reader gets no further
  NextOffset high;         ///< end, open transactions included
};

struct Committed {
  TopicPartition where;
  std::optional<NextOffset> next;  ///< absent: the group never committed this partition
  std::string metadata;
};

class Admin {
 public:
  virtual ~Admin() = default;
  virtual Result<std::string> cluster_id(milliseconds timeout) = 0;
  /// What the other end is, for people: "Apache Kafka at 127.0.0.1:9092 …" or "embedded log in DIR".
  virtual std::string description() = 0;
  virtual Result<std::vector<TopicInfo>> topics(milliseconds timeout) = 0;
  /// Creates what is missing; an existing topic is left as it is, whatever its settings.
  virtual Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) = 0;
  virtual Status delete_topics(std::span<const std::string> names, milliseconds timeout) = 0;
  virtual Result<std::string> topic_setting(const std::string& topic, const std::string& name,
                                            milliseconds timeout) = 0;
  virtual Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) = 0;
  /// The same for many partitions, in the order asked; a client that asks over a network asks for several at once.
  virtual Result<std::vector<Watermarks>> watermarks_of(std::span<const TopicPartition> where, milliseconds timeout);
  /// Waits, bounded, until no transaction has offsets of these partitions pending (a predecessor's is settled first).
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
