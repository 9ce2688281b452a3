#pragma once
// TransactionCoordinator: the transactional ids, their epochs and their open transactions. Until a transaction ends,
// its records are in open runs of the partitions, and its group progress is here. A commit stores both in one write; an
// abort drops both. The coordinator also appends records that are written outside of transactions. It borrows all its
// constructor's arguments. Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/group_offsets.h"
#include "pipeline/log/embedded/topic_catalog.h"

namespace turnstream::log::embedded {

/// The state of one transactional id. Its address stays the same as long as the coordinator exists.
struct Transaction {
  struct Part {
    Topic* topic;
    std::int32_t partition;
    std::vector<RunKey> runs;
    std::int64_t next;  ///< the offset after the transaction's last record in this partition
  };

  std::string id;
  std::int32_t epoch = -1;
  bool open = false;
  bool expired = false;                   ///< the transaction timed out; neither abort() nor init() was called since
  std::optional<MonotonicTime> deadline;  ///< set when the first record or offset is added
  std::vector<Part> parts;                ///< in the order of first use
  std::vector<StoredOffset> offsets;
  std::int64_t bytes = 0;
};

/// A producer's right to use a transactional id; valid until the next init() with the same id.
struct ProducerEpoch {
  Transaction* transaction = nullptr;
  std::int32_t epoch = -1;
};

class TransactionCoordinator {
 public:
  TransactionCoordinator(const Clock& clock, const ClusterSettings& settings, Storage& storage, TopicCatalog& topics,
                         GroupOffsets& offsets);

  Result<ProducerEpoch> init(const std::string& transactional_id);
  Status begin(ProducerEpoch producer);
  Status produce(ProducerEpoch producer, const OutgoingRecord& record);
  Status add_offsets(ProducerEpoch producer, const std::string& group, std::span<const OffsetCommit> commits);
  Result<Receipt> commit(ProducerEpoch producer);
  Status abort(ProducerEpoch producer);

  /// Appends a record outside of transactions. Returns its offset.
  Result<Offset> append(const OutgoingRecord& record);

  /// Aborts the transactions that are open for too long; true if there were any.
  bool expire(MonotonicTime now);
  [[nodiscard]] std::optional<MonotonicTime> next_deadline() const;

 private:
  [[nodiscard]] Status check(ProducerEpoch producer, const char* what) const;
  [[nodiscard]] Result<Topic*> check_record(const OutgoingRecord& record) const;
  void touch(Transaction& transaction);
  Status drop(Transaction& transaction);
  void close(Transaction& transaction);

  const Clock& clock_;
  const ClusterSettings& settings_;
  Storage& storage_;
  TopicCatalog& topics_;
  GroupOffsets& offsets_;
  std::map<std::string, Transaction> transactions_;
};

}  // namespace turnstream::log::embedded
