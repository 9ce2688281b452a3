#include "pipeline/log/embedded/embedded_producer.h"

#include "pipeline/log/embedded/embedded_consumer.h"
#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

EmbeddedTransactionalProducer::EmbeddedTransactionalProducer(Cluster& cluster, std::string transactional_id,
                                                             std::string client_id)
    : cluster_(cluster), transactional_id_(std::move(transactional_id)), client_id_(std::move(client_id)) {}

Status EmbeddedTransactionalProducer::note(Status status) {
  if (!status.ok() &&
      (status.error().reaction == Reaction::kReleasePartition || status.error().reaction == Reaction::kStopProcess)) {
    failure_ = status.error();
  }
  return status;
}

Status EmbeddedTransactionalProducer::may(Operation operation) {
  const bool after_abortable = failure_ && failure_->reaction == Reaction::kReleasePartition;
  if (failure_ && !(after_abortable && operation == Operation::kAbort)) {
    return *failure_;
  }
  if (unconfirmed_ && operation != Operation::kCommitBefore) {
    return make_error(error_codes::kCommitUnconfirmed, Reaction::kReleasePartition,
                      "It is unknown whether the last commit succeeded: only commit may be called.");
  }
  if (auto fault = cluster_.fault(operation, client_id_)) {
    return note(*std::move(fault));
  }
  return {};
}

Status EmbeddedTransactionalProducer::init(milliseconds) {
  TS_RETURN_IF_ERROR(may(Operation::kInit));
  Cluster::Access access(cluster_);
  auto made = access->transactions.init(transactional_id_);
  access.changed();
  if (!made.ok()) {
    return note(made.error());
  }
  producer_ = made.value();
  return {};
}

Status EmbeddedTransactionalProducer::begin() {
  TS_RETURN_IF_ERROR(may(Operation::kBegin));
  const Status begun = Cluster::Access(cluster_)->transactions.begin(producer_);
  open_ = open_ || begun.ok();
  return note(begun);
}

Status EmbeddedTransactionalProducer::produce(const OutgoingRecord& record) {
  TS_RETURN_IF_ERROR(may(Operation::kProduce));
  return note(Cluster::Access(cluster_)->transactions.produce(producer_, record));
}

Status EmbeddedTransactionalProducer::send_offsets(std::span<const OffsetCommit> offsets, Consumer& consumer,
                                                   milliseconds) {
  TS_RETURN_IF_ERROR(may(Operation::kSendOffsets));
  auto* const ours = dynamic_cast<EmbeddedConsumer*>(&consumer);
  if (ours == nullptr || &ours->cluster() != &cluster_) {
    return note(invalid_state("send_offsets was called with a consumer of another log"));
  }
  Cluster::Access access(cluster_);
  access->groups.hear(ours->member());
  if (const Status member = access->groups.check(ours->member()); !member.ok()) {
    return note(member);
  }
  return note(access->transactions.add_offsets(producer_, ours->member()->config.group, offsets));
}

Result<Receipt> EmbeddedTransactionalProducer::commit(milliseconds) {
  TS_RETURN_IF_ERROR(may(Operation::kCommitBefore));
  if (!unconfirmed_) {
    Cluster::Access access(cluster_);
    auto receipt = access->transactions.commit(producer_);
    if (!receipt.ok()) {
      return note(receipt.error()).error();
    }
    access.changed();
    open_ = false;
    unconfirmed_ = std::move(receipt).value();
  }
  return acknowledge();
}

Result<Receipt> EmbeddedTransactionalProducer::acknowledge() {
  if (auto fault = cluster_.fault(Operation::kCommitAfter, client_id_)) {
    if (fault->reaction != Reaction::kRetry) {
      unconfirmed_.reset();
      failure_ = fault;
    }
    return *std::move(fault);
  }
  Receipt receipt = *std::move(unconfirmed_);
  unconfirmed_.reset();
  return receipt;
}

Status EmbeddedTransactionalProducer::abort(milliseconds) {
  TS_RETURN_IF_ERROR(may(Operation::kAbort));
  if (open_) {
    Cluster::Access access(cluster_);
    const Status aborted = access->transactions.abort(producer_);
    access.changed();
    if (!aborted.ok()) {
      return note(aborted);
    }
  } else if (!failure_) {
    return invalid_state("abort was called outside a transaction");
  }
  open_ = false;
  failure_.reset();
  return {};
}

Status EmbeddedProducer::produce(const OutgoingRecord& record, OnStored on_stored) {
  const Result<Offset> stored = store(record);
  if (!stored.ok()) {
    // After a failed write it is unknown what the disk has.
    deliveries_.refused += stored.error().code != error_codes::kStorageFailed ? 1 : 0;
    return stored.error();
  }
  ++deliveries_.stored;
  if (on_stored) {
    on_stored(stored);
  }
  return {};
}

Result<Offset> EmbeddedProducer::store(const OutgoingRecord& record) {
  if (auto fault = cluster_.fault(Operation::kProduce, client_id_)) {
    return *std::move(fault);
  }
  Cluster::Access access(cluster_);
  TS_ASSIGN_OR_RETURN(const Offset offset, access->transactions.append(record));
  access.changed();
  return offset;
}

}  // namespace turnstream::log::embedded
