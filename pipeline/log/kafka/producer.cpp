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
    return make_error(
        error_codes::kOffsetUnknown, Reaction::kStopProcess,
        "Kafka treated a record as a duplicate and did not report its offset: some records may be missing. Read "
        "the end of the topic, and send the missing records again.");
  }
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(sender_->handle(), code, "store all records in time");
  }
  return {};
}

}  // namespace turnstream::log::kafka
