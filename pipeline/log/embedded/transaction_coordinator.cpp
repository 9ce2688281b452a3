#include "pipeline/log/embedded/transaction_coordinator.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

Transaction::Part& part_of(Transaction& transaction, Topic* topic, std::int32_t partition) {
  for (Transaction::Part& part : transaction.parts) {
    if (part.topic == topic && part.partition == partition) {
      return part;
    }
  }
  return transaction.parts.emplace_back(Transaction::Part{topic, partition, {}, 0});
}

PartitionLog& log_of(const Transaction::Part& part) {
  return part.topic->partitions[static_cast<std::size_t>(part.partition)];
}

}  // namespace

TransactionCoordinator::TransactionCoordinator(const Clock& clock, const ClusterSettings& settings, Storage& storage,
                                               TopicCatalog& topics, GroupOffsets& offsets)
    : clock_(clock), settings_(settings), storage_(storage), topics_(topics), offsets_(offsets) {}

Status TransactionCoordinator::check(ProducerEpoch producer, const char* what) const {
  if (producer.transaction == nullptr) {
    return invalid_state(std::string(what) + " was called before init");
  }
  const Transaction& transaction = *producer.transaction;
  if (transaction.epoch != producer.epoch) {
    return fenced(transaction.id);
  }
  if (transaction.expired) {
    return transaction_timed_out(transaction.id);
  }
  return {};
}

Result<ProducerEpoch> TransactionCoordinator::init(const std::string& transactional_id) {
  Transaction& transaction = transactions_[transactional_id];
  transaction.id = transactional_id;
  if (transaction.open) {
    TS_RETURN_IF_ERROR(drop(transaction));
  }
  transaction.expired = false;
  ++transaction.epoch;
  return ProducerEpoch{&transaction, transaction.epoch};
}

Status TransactionCoordinator::begin(ProducerEpoch producer) {
  TS_RETURN_IF_ERROR(check(producer, "begin"));
  if (producer.transaction->open) {
    return invalid_state("begin was called inside a transaction");
  }
  producer.transaction->open = true;
  return {};
}

Result<Topic*> TransactionCoordinator::check_record(const OutgoingRecord& record) const {
  Topic* topic = topics_.find(record.topic);
  if (topic == nullptr) {
    return unknown_topic(record.topic);
  }
  if (record.partition.value() < 0 || record.partition.value() >= topic->spec.partitions) {
    return unknown_partition(record.topic, record.partition.value());
  }
  if (static_cast<std::int64_t>(message_bytes(record)) > topic->spec.max_message_bytes) {
    return make_error(error_codes::kTooLarge, Reaction::kDeadLetter,
                      "A record of " + std::to_string(message_bytes(record)) + " bytes is too large for topic " +
                          topic->name() + ", whose max.message.bytes is " +
                          std::to_string(topic->spec.max_message_bytes) + ".");
  }
  if (topic->spec.cleanup == Cleanup::kCompact && !record.key) {
    return make_error(error_codes::kInvalidRecord, Reaction::kDeadLetter,
                      "A record without a key cannot be written to the compacted topic " + topic->name() + ".");
  }
  return topic;
}

void TransactionCoordinator::touch(Transaction& transaction) {
  if (!transaction.deadline) {
    const auto timeout = std::chrono::microseconds(settings_.transaction_timeout).count();
    transaction.deadline = MonotonicTime{clock_.monotonic_now().value() + timeout};
  }
}

Status TransactionCoordinator::produce(ProducerEpoch producer, const OutgoingRecord& record) {
  TS_RETURN_IF_ERROR(check(producer, "produce"));
  Transaction& transaction = *producer.transaction;
  if (!transaction.open) {
    return invalid_state("produce was called outside a transaction");
  }
  TS_ASSIGN_OR_RETURN(Topic* const topic, check_record(record));
  const auto bytes = static_cast<std::int64_t>(message_bytes(record));
  if (transaction.bytes + bytes > settings_.transaction_bytes_max) {
    return make_error(error_codes::kTransactionTooLarge, Reaction::kReleasePartition,
                      "The transaction of " + transaction.id + " is larger than " +
                          std::to_string(settings_.transaction_bytes_max) +
                          " bytes: lower run.commit_bytes_max and run.commit_behind_bytes_max.");
  }
  touch(transaction);
  transaction.bytes += bytes;
  Transaction::Part& part = part_of(transaction, topic, record.partition.value());
  const auto current = part.runs.empty() ? std::nullopt : std::optional<RunKey>(part.runs.back());
  const RunKey run = log_of(part).append(clock_.wall_now().value(), record, current);
  if (current != run) {
    part.runs.push_back(run);
  }
  part.next = log_of(part).high();
  return {};
}

Status TransactionCoordinator::add_offsets(ProducerEpoch producer, const std::string& group,
                                           std::span<const OffsetCommit> commits) {
  TS_RETURN_IF_ERROR(check(producer, "send_offsets"));
  Transaction& transaction = *producer.transaction;
  if (!transaction.open) {
    return invalid_state("send_offsets was called outside a transaction");
  }
  for (const OffsetCommit& commit : commits) {
    TS_RETURN_IF_ERROR(topics_.find(commit.where));
    if (static_cast<std::int64_t>(commit.metadata.size()) > settings_.offset_metadata_bytes_max) {
      return make_error(error_codes::kMetadataTooLarge, Reaction::kReleasePartition,
                        "The offset metadata of " + std::to_string(commit.metadata.size()) +
                            " bytes is too large. Report this as a bug.");
    }
  }
  touch(transaction);
  for (const OffsetCommit& commit : commits) {
    transaction.offsets.push_back(StoredOffset{group, commit.where, commit.next, commit.metadata});
    offsets_.hold(transaction.offsets.back());
  }
  return {};
}

Result<Receipt> TransactionCoordinator::commit(ProducerEpoch producer) {
  TS_RETURN_IF_ERROR(check(producer, "commit"));
  Transaction& transaction = *producer.transaction;
  if (!transaction.open) {
    return invalid_state("commit was called outside a transaction");
  }
  Update update;
  Receipt receipt;
  for (const Transaction::Part& part : transaction.parts) {
    if (part.topic->deleted) {
      return unknown_topic(part.topic->name());
    }
    const PartitionLog& log = log_of(part);
    for (const RunKey run : part.runs) {
      update.new_batches.push_back(StoredBatch{log.address(), log.run(run)});
    }
    update.bounds.push_back(PartitionBounds{log.address(), log.first(), log.high() + 1});
    receipt.written.push_back(
        Position{TopicPartition{part.topic->name(), Partition{part.partition}}, NextOffset{part.next}});
  }
  update.offsets = transaction.offsets;
  TS_RETURN_IF_ERROR(storage_.apply(update));
  for (const Transaction::Part& part : transaction.parts) {
    log_of(part).commit(part.runs, 1);
  }
  for (const StoredOffset& offset : transaction.offsets) {
    offsets_.set(offset);
  }
  close(transaction);
  return receipt;
}

Status TransactionCoordinator::abort(ProducerEpoch producer) {
  if (producer.transaction != nullptr && producer.transaction->epoch == producer.epoch &&
      producer.transaction->expired) {
    producer.transaction->expired = false;
    return {};
  }
  TS_RETURN_IF_ERROR(check(producer, "abort"));
  if (!producer.transaction->open) {
    return invalid_state("abort was called outside a transaction");
  }
  return drop(*producer.transaction);
}

Status TransactionCoordinator::drop(Transaction& transaction) {
  Update update;
  for (const Transaction::Part& part : transaction.parts) {
    PartitionLog& log = log_of(part);
    log.abort(part.runs);
    if (!part.topic->deleted) {
      update.bounds.push_back(PartitionBounds{log.address(), log.first(), log.high()});
    }
  }
  close(transaction);
  // If the new bounds were not stored, a reopened log would assign the aborted offsets again, although a group may have
  // committed a position after them and would then skip the new records.
  return update.bounds.empty() ? Status{} : storage_.apply(update);
}

void TransactionCoordinator::close(Transaction& transaction) {
  for (const StoredOffset& offset : transaction.offsets) {
    offsets_.let_go(offset);
  }
  transaction.open = false;
  transaction.deadline.reset();
  transaction.parts.clear();
  transaction.offsets.clear();
  transaction.bytes = 0;
}

Result<Offset> TransactionCoordinator::append(const OutgoingRecord& record) {
  TS_ASSIGN_OR_RETURN(Topic* const topic, check_record(record));
  PartitionLog& log = topic->partitions[static_cast<std::size_t>(record.partition.value())];
  const RunKey run = log.append(clock_.wall_now().value(), record, std::nullopt);
  const Offset offset{log.high() - 1};
  Update update;
  update.new_batches.push_back(StoredBatch{log.address(), log.run(run)});
  update.bounds.push_back(PartitionBounds{log.address(), log.first(), log.high()});
  const RunKey runs[] = {run};
  if (Status stored = storage_.apply(update); !stored.ok()) {
    log.abort(runs);
    return std::move(stored).error();
  }
  log.commit(runs, 0);
  return offset;
}

bool TransactionCoordinator::expire(MonotonicTime now) {
  bool any = false;
  for (auto& [id, transaction] : transactions_) {
    if (transaction.open && transaction.deadline && *transaction.deadline <= now) {
      LogLine(LogLevel::kWarning, "transaction_expired").with("transactional_id", id);
      any = true;
      transaction.expired = true;
      if (const Status dropped = drop(transaction); !dropped.ok()) {
        LogLine(LogLevel::kError, "log_write_failed").with("code", dropped.error().code);
      }
    }
  }
  return any;
}

std::optional<MonotonicTime> TransactionCoordinator::next_deadline() const {
  std::optional<MonotonicTime> next;
  for (const auto& [id, transaction] : transactions_) {
    if (transaction.deadline && (!next || *transaction.deadline < *next)) {
      next = transaction.deadline;
    }
  }
  return next;
}

}  // namespace turnstream::log::embedded
