#pragma once
// TransactionCoordinator: the transactional ids, their epochs and their open transactions. A transaction's records lie
// in open runs of the partitions and its group progress here, until a commit stores both in one write, or an abort
// drops them. Also appends what is written outside transactions.
// Borrows everything it is made of.
// Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/group_offsets.h"
#include "pipeline/log/embedded/topic_catalog.h"

namespace turnstream::log::embedded {

/// A transactional id's state; stays at its address for ever.
struct Transaction {
  struct Part {
    Topic* topic;
    std::int32_t partition;
    std::vector<RunKey> runs;
    std::int64_t next;  ///< after its last record
  };

  std::string id;
  std::int32_t epoch = -1;
  bool open = false;
  bool expired = false;                   ///< aborted by time; the producer has not yet said abort
  std::optional<MonotonicTime> deadline;  ///< from the first record or progress on
  std::vector<Part> parts;                ///< in the order of first use
  std::vector<StoredOffset> offsets;
  std::int64_t bytes = 0;
};

/// What init() gives a producer: valid while no other init() of the id followed.
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

  /// Appends outside any transaction.
  Status append(const OutgoingRecord& record);

  /// Aborts what is open for too long; whether there was any.
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
