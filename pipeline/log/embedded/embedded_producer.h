#pragma once
// EmbeddedTransactionalProducer and EmbeddedProducer: the port's producers on a Cluster, which they borrow. Records get
// their offsets at once. A transactional producer that is destroyed leaves its transaction open, as a killed process
// would: it ends by time-out or by the next init() of the id.
// Threads: as the port says.

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
  /// The fault hook's error, or that of an earlier call after which only abort (or nothing) is allowed.
  Status may(Operation operation);
  Status note(Status status);
  Result<Receipt> acknowledge();

  Cluster& cluster_;
  std::string transactional_id_;
  std::string client_id_;
  ProducerEpoch producer_;
  bool open_ = false;
  std::optional<Error> failure_;        ///< abortable, or fatal
  std::optional<Receipt> unconfirmed_;  ///< committed, but the caller was told that the outcome is unknown
};

class EmbeddedProducer final : public Producer {
 public:
  EmbeddedProducer(Cluster& cluster, std::string client_id) : cluster_(cluster), client_id_(std::move(client_id)) {}

  Status produce(const OutgoingRecord& record) override;
  /// Every record was stored when produce() returned.
  Status flush(milliseconds) override { return {}; }

 private:
  Cluster& cluster_;
  std::string client_id_;
};

}  // namespace turnstream::log::embedded
