#include "pipeline/log/kafka/producer.h"

#include <optional>

#include "pipeline/log/kafka/errors.h"

namespace turnstream::log::kafka {

Status Producer::flush(milliseconds timeout) {
  const rd_kafka_resp_err_t code = rd_kafka_flush(sender_->handle(), static_cast<int>(timeout.count()));
  if (std::optional<Error> failure = sender_->failure()) {
    sender_->forget();
    return *std::move(failure);
  }
  if (sender_->offset_unknown()) {
    sender_->forget();
    return Error{
        "offset_unknown",
        Reaction::kStopProcess,
        "Kafka took a record for one that it had already, without telling where it stands: some records may be "
        "missing. Look at the topic's end, and send again what is not there.",
        {},
        {}};
  }
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(sender_->handle(), code, "store all records in time");
  }
  return {};
}

}  // namespace turnstream::log::kafka
