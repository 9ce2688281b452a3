#pragma once
// EmbeddedTransactionalProducer and EmbeddedProducer: the port's producers on a Cluster, which they borrow. produce()
// assigns a record's offset at once. If a transactional producer is destroyed, its transaction stays open until it
// times out or the next init() with the same id aborts it. Threads: as in pipeline/log/client.h.

#include <optional>
#include <string>

#include "pipeline/log/embedded/broker.h"
#include "pipeline/log/embedded/cluster.h"

namespace turnstream::log::embedded {

class EmbeddedTransactionalProducer final : public TransactionalProducer {
 public:
  EmbeddedTransactionalProducer(Cluster& cluster, std::string transactional_id, std::string client_id);

  Status init(milliseconds timeout) override;
  Status begin() override;
  Status produce(const OutgoingRecord& record) override;
  Status send_offsets(std::span<const OffsetCommit> offsets, Consumer& consumer, milliseconds timeout) override;
  Result<Receipt> commit(milliseconds timeout) override;
  Status abort(milliseconds timeout) override;

 private:
  /// Returns an error if the operation must not be performed: because of failure_, because the outcome of the last
  /// commit is unknown, or because the fault hook returned an error.
  Status may(Operation operation);
  Status note(Status status);
  Result<Receipt> acknowledge();

  Cluster& cluster_;
  std::string transactional_id_;
  std::string client_id_;
  ProducerEpoch producer_;
  bool open_ = false;
  /// An earlier call's error: after kReleasePartition only abort() is allowed, after another reaction no call.
  std::optional<Error> failure_;
  /// The receipt of a committed transaction whose commit() returned kRetry.
  std::optional<Receipt> unconfirmed_;
};

class EmbeddedProducer final : public Producer {
 public:
  EmbeddedProducer(Cluster& cluster, std::string client_id) : cluster_(cluster), client_id_(std::move(client_id)) {}

  using Producer::produce;
  Status produce(const OutgoingRecord& record, OnStored on_stored) override;
  /// Does nothing: produce() stores the record itself.
  Status flush(milliseconds) override { return {}; }
  [[nodiscard]] Deliveries deliveries() const override { return deliveries_; }

 private:
  Result<Offset> store(const OutgoingRecord& record);

  Cluster& cluster_;
  std::string client_id_;
  Deliveries deliveries_;
};

}  // namespace turnstream::log::embedded
