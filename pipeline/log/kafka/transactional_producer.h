#pragma once
// TransactionalProducer: the transactional producer, on librdkafka. The client's watchdog watches init(),
// append_time(), send_offsets(), commit() and abort(). Threads: one at a time.

#include <memory>
#include <utility>

#include "pipeline/base/watchdog.h"
#include "pipeline/log/kafka/sender.h"

namespace turnstream::log::kafka {

class TransactionalProducer final : public log::TransactionalProducer {
 public:
  TransactionalProducer(std::unique_ptr<Sender> sender, Watchdog& watchdog)
      : sender_(std::move(sender)), watchdog_(watchdog) {}
  /// Waits a moment until the records of an open transaction are stored; leaves it open, as the end of the process does. If they are
  /// not stored in time, it aborts the transaction without waiting for an answer.
  ~TransactionalProducer() override;

  Status init(milliseconds timeout) override;
  Status begin() override;
  Status produce(const OutgoingRecord& record) override { return sender_->produce(record); }
  Result<std::optional<std::int64_t>> append_time(milliseconds timeout) override;
  Status send_offsets(std::span<const OffsetCommit> offsets, log::Consumer& consumer, milliseconds timeout) override;
  Result<Receipt> commit(milliseconds timeout) override;
  Status abort(milliseconds timeout) override;

 private:
  std::unique_ptr<Sender> sender_;
  Watchdog& watchdog_;
};

}  // namespace turnstream::log::kafka
