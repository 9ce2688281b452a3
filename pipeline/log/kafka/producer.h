#pragma once
// Producer: writes outside of transactions, with librdkafka's idempotent producer. Threads: one at a time.

#include <memory>
#include <utility>

#include "pipeline/log/kafka/sender.h"

namespace turnstream::log::kafka {

class Producer final : public log::Producer {
 public:
  explicit Producer(std::unique_ptr<Sender> sender) : sender_(std::move(sender)) {}

  using log::Producer::produce;
  Status produce(const OutgoingRecord& record, OnStored on_stored) override {
    return sender_->produce(record, std::move(on_stored));
  }
  Status flush(milliseconds timeout) override;
  [[nodiscard]] Deliveries deliveries() const override { return sender_->deliveries(); }

 private:
  std::unique_ptr<Sender> sender_;
};

}  // namespace turnstream::log::kafka
