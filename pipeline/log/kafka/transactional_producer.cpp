#include "pipeline/log/kafka/transactional_producer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "pipeline/base/check.h"
#include "pipeline/log/kafka/consumer.h"
#include "pipeline/log/kafka/errors.h"

namespace turnstream::log::kafka {
namespace {

/// How long an abort and the destructor wait until the records that were produced are stored.
constexpr milliseconds kStoredMax{500};
/// A timeout within which an abort begins; its end is not awaited.
constexpr int kAbortBeginsMs = 1;

/// Copies the metadata into memory from malloc(), because librdkafka frees a partition's metadata with free().
void set_metadata(rd_kafka_topic_partition_t& partition, const std::string& metadata) {
  if (metadata.empty()) {
    return;
  }
  partition.metadata = std::malloc(metadata.size());
  CHECK(partition.metadata != nullptr);
  std::memcpy(partition.metadata, metadata.data(), metadata.size());
  partition.metadata_size = metadata.size();
}

}  // namespace

TransactionalProducer::~TransactionalProducer() {
  // librdkafka 2.0.2 ends the process if it wants to add a partition to the transaction when the thread of the broker has ended
  // already, during rd_kafka_destroy(). Once all records are stored or an abort has begun, it adds none.
  rd_kafka_t* const handle = sender_->handle();
  if (rd_kafka_flush(handle, static_cast<int>(kStoredMax.count())) != RD_KAFKA_RESP_ERR_NO_ERROR) {
    const ErrorHandle error(rd_kafka_abort_transaction(handle, kAbortBeginsMs));
  }
}

Status TransactionalProducer::init(milliseconds timeout) {
  const Watchdog::Guard guard = watchdog_.watch("init_transactions", timeout);
  return to_status(sender_->handle(), rd_kafka_init_transactions(sender_->handle(), static_cast<int>(timeout.count())),
                   "initialise transactions");
}

Status TransactionalProducer::begin() {
  sender_->serve();
  sender_->forget();
  return to_status(sender_->handle(), rd_kafka_begin_transaction(sender_->handle()), "begin a transaction");
}

Result<std::optional<std::int64_t>> TransactionalProducer::append_time(milliseconds timeout) {
  const Watchdog::Guard guard = watchdog_.watch("flush", timeout);
  const rd_kafka_resp_err_t flushed = rd_kafka_flush(sender_->handle(), static_cast<int>(timeout.count()));
  if (flushed != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(sender_->handle(), flushed, "store the records of the transaction");
  }
  return sender_->append_time_ms();
}

Status TransactionalProducer::send_offsets(std::span<const OffsetCommit> offsets, log::Consumer& consumer,
                                           milliseconds timeout) {
  auto* const member = dynamic_cast<Consumer*>(&consumer);
  CHECK(member != nullptr);
  if (member->group_metadata() == nullptr) {
    return make_error(error_codes::kNoGeneration, Reaction::kReleasePartition,
                      "The consumer has no assigned partitions now, so it cannot commit offsets.");
  }
  const PartitionList list(rd_kafka_topic_partition_list_new(static_cast<int>(offsets.size())));
  for (const OffsetCommit& offset : offsets) {
    rd_kafka_topic_partition_t* const partition =
        rd_kafka_topic_partition_list_add(list.get(), offset.where.topic.c_str(), offset.where.partition.value());
    partition->offset = offset.next.value();
    set_metadata(*partition, offset.metadata);
  }
  const Watchdog::Guard guard = watchdog_.watch("send_offsets_to_transaction", timeout);
  Status sent = to_status(sender_->handle(),
                          rd_kafka_send_offsets_to_transaction(sender_->handle(), list.get(), member->group_metadata(),
                                                               static_cast<int>(timeout.count())),
                          "add the consumed offsets to the transaction");
  return sent.ok() ? Status() : Status(sender_->explained(std::move(sent).error()));
}

Result<Receipt> TransactionalProducer::commit(milliseconds timeout) {
  const Watchdog::Guard guard = watchdog_.watch("commit_transaction", timeout);
  Status committed =
      to_status(sender_->handle(), rd_kafka_commit_transaction(sender_->handle(), static_cast<int>(timeout.count())),
                "commit the transaction");
  if (!committed.ok()) {
    return sender_->explained(std::move(committed).error());
  }
  std::optional<Receipt> receipt = sender_->receipt();
  if (!receipt) {
    return make_error(error_codes::kOffsetUnknown, Reaction::kReleasePartition,
                      "The transaction is committed, but Kafka did not report the offsets of its records.");
  }
  return *std::move(receipt);
}

Status TransactionalProducer::abort(milliseconds timeout) {
  const Watchdog::Guard guard = watchdog_.watch("abort_transaction", timeout);
  // If the request to end the transaction comes before the one that adds its first partition, the broker refuses it, and the
  // client ends with a fatal error (librdkafka's issue 4849). A stored record shows that a partition was added.
  rd_kafka_flush(sender_->handle(), static_cast<int>(std::min(timeout, kStoredMax).count()));
  TS_RETURN_IF_ERROR(to_status(sender_->handle(),
                               rd_kafka_abort_transaction(sender_->handle(), static_cast<int>(timeout.count())),
                               "abort the transaction"));
  sender_->forget();
  return {};
}

}  // namespace turnstream::log::kafka
