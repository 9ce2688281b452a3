#include "pipeline/log/kafka/sender.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/errors.h"

namespace turnstream::log::kafka {
namespace {

constexpr milliseconds kQueueFullTimeout{5'000};
constexpr int kQueueFullSliceMs = 50;
constexpr std::int64_t kNothing = -1;
/// For librdkafka a null pointer means an absent key or value, so an empty one needs a non-null address.
constexpr char kEmpty[] = "";

struct Bytes {
  void* data = nullptr;
  std::size_t size = 0;
};

Bytes bytes_of(const std::optional<std::string_view>& view) {
  if (!view) {
    return {};
  }
  const char* data = view->data() != nullptr ? view->data() : kEmpty;
  return {const_cast<char*>(data), view->size()};
}

Headers to_headers(std::span<const Header> headers) {
  Headers list(rd_kafka_headers_new(headers.size()));
  for (const Header& header : headers) {
    rd_kafka_header_add(list.get(), header.name.data(), static_cast<ssize_t>(header.name.size()),
                        header.value.data() != nullptr ? header.value.data() : kEmpty,
                        static_cast<ssize_t>(header.value.size()));
  }
  return list;
}

/// Tries once to queue the record; if it succeeds, librdkafka owns the headers. The delivery report has `ticket`.
ErrorHandle enqueue(rd_kafka_t* handle, rd_kafka_topic_t* topic, const OutgoingRecord& record, Headers& headers,
                    void* ticket) {
  const Bytes key = bytes_of(record.key);
  const Bytes value = bytes_of(record.value);
  std::array<rd_kafka_vu_t, 7> arguments{};
  std::size_t count = 0;
  arguments[count].vtype = RD_KAFKA_VTYPE_RKT;
  arguments[count++].u.rkt = topic;
  arguments[count].vtype = RD_KAFKA_VTYPE_PARTITION;
  arguments[count++].u.i32 = record.partition.value();
  arguments[count].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
  arguments[count++].u.i = RD_KAFKA_MSG_F_COPY;
  arguments[count].vtype = RD_KAFKA_VTYPE_KEY;
  arguments[count++].u.mem = {key.data, key.size};
  arguments[count].vtype = RD_KAFKA_VTYPE_VALUE;
  arguments[count++].u.mem = {value.data, value.size};
  arguments[count].vtype = RD_KAFKA_VTYPE_OPAQUE;
  arguments[count++].u.ptr = ticket;
  if (headers) {
    arguments[count].vtype = RD_KAFKA_VTYPE_HEADERS;
    arguments[count++].u.headers = headers.get();
  }
  ErrorHandle error(rd_kafka_produceva(handle, arguments.data(), count));
  if (!error) {
    static_cast<void>(headers.release());
  }
  return error;
}

}  // namespace

Result<std::unique_ptr<Sender>> Sender::make(const Config& config, Role role, const HandleNames& names) {
  TS_ASSIGN_OR_RETURN(Conf conf, make_conf(config, role, names));
  std::unique_ptr<Sender> sender(new Sender);
  rd_kafka_conf_set_dr_msg_cb(conf.get(), on_delivery);
  TS_ASSIGN_OR_RETURN(sender->handle_, make_handle(std::move(conf), role));
  return sender;
}

void Sender::on_delivery(rd_kafka_t* handle, const rd_kafka_message_t* message, void* /*opaque*/) noexcept {
  auto* destination = static_cast<Destination*>(rd_kafka_topic_opaque(message->rkt));
  Sender& sender = *destination->sender;
  if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
    const bool purged =
        message->err == RD_KAFKA_RESP_ERR__PURGE_QUEUE || message->err == RD_KAFKA_RESP_ERR__PURGE_INFLIGHT;
    // Of a record that may have reached the broker it is unknown whether it is stored.
    const bool refused = rd_kafka_message_status(message) == RD_KAFKA_MSG_STATUS_NOT_PERSISTED;
    sender.deliveries_.refused += refused ? 1 : 0;
    const bool is_first = !purged && !sender.failure_;
    if (is_first || message->_private != nullptr) {
      const Error error = to_error(handle, message->err,
                                   std::string("store a record in ") + rd_kafka_topic_name(message->rkt) + " [" +
                                       std::to_string(message->partition) + "]");
      sender.failure_ = is_first ? std::optional(error) : sender.failure_;
      sender.tell(message->_private, error);
    }
    return;
  }
  if (message->offset < 0) {
    sender.offset_unknown_ = true;
    sender.tell(message->_private,
                make_error(error_codes::kOffsetUnknown, Reaction::kStopProcess,
                           "Kafka treated the record as a duplicate and did not report its offset."));
    return;
  }
  sender.tell(message->_private, Offset{message->offset});
  ++sender.deliveries_.stored;
  rd_kafka_timestamp_type_t kind = RD_KAFKA_TIMESTAMP_NOT_AVAILABLE;
  const std::int64_t time_ms = rd_kafka_message_timestamp(message, &kind);
  if (kind == RD_KAFKA_TIMESTAMP_LOG_APPEND_TIME) {
    sender.append_time_ms_ = std::max(sender.append_time_ms_.value_or(time_ms), time_ms);
  }
  const auto partition = static_cast<std::size_t>(message->partition);
  if (destination->next.size() <= partition) {
    destination->next.resize(partition + 1, kNothing);
  }
  destination->next[partition] = std::max(destination->next[partition], message->offset + 1);
}

Result<Sender::Destination*> Sender::destination(std::string_view topic) {
  if (const auto known = destinations_.find(topic); known != destinations_.end()) {
    return known->second.get();
  }
  std::string name(topic);
  auto made = std::make_unique<Destination>();
  made->sender = this;
  rd_kafka_topic_conf_t* conf = rd_kafka_default_topic_conf_dup(handle_.get());
  rd_kafka_topic_conf_set_opaque(conf, made.get());
  made->topic.reset(rd_kafka_topic_new(handle_.get(), name.c_str(), conf));
  if (!made->topic) {
    return to_error(handle_.get(), rd_kafka_last_error(), "write to " + name);
  }
  return destinations_.emplace(std::move(name), std::move(made)).first->second.get();
}

void Sender::tell(void* ticket, const Result<Offset>& stored) {
  const auto found = waiting_.find(ticket);
  if (found != waiting_.end()) {
    (*found->second)(stored);
    waiting_.erase(found);
  }
}

Status Sender::produce(const OutgoingRecord& record, OnStored on_stored) {
  void* ticket = nullptr;
  if (on_stored) {
    auto waiting = std::make_unique<OnStored>(std::move(on_stored));
    ticket = waiting.get();
    waiting_.emplace(ticket, std::move(waiting));
  }
  Status queued = enqueue_in_time(record, ticket);
  if (!queued.ok()) {
    ++deliveries_.refused;
    waiting_.erase(ticket);
  }
  return queued;
}

Status Sender::enqueue_in_time(const OutgoingRecord& record, void* ticket) {
  TS_ASSIGN_OR_RETURN(Destination* const to, destination(record.topic));
  Headers headers = record.headers.empty() ? Headers() : to_headers(record.headers);
  serve();
  ErrorHandle error = enqueue(handle_.get(), to->topic.get(), record, headers, ticket);
  if (error && rd_kafka_error_code(error.get()) == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    const Deadline deadline(kQueueFullTimeout);
    do {
      rd_kafka_poll(handle_.get(), std::min(kQueueFullSliceMs, deadline.remaining_ms()));
      error = enqueue(handle_.get(), to->topic.get(), record, headers, ticket);
    } while (error && rd_kafka_error_code(error.get()) == RD_KAFKA_RESP_ERR__QUEUE_FULL && !deadline.passed());
  }
  if (!error) {
    return {};
  }
  const std::string doing = "write to " + std::string(record.topic);
  if (rd_kafka_error_code(error.get()) == RD_KAFKA_RESP_ERR__STATE) {
    // Usually an error in the background has made the transaction unusable.
    return explained(make_error(error_codes::kTransactionBroken, Reaction::kReleasePartition,
                                "Kafka's client refused to " + doing + ": the transaction must be aborted."));
  }
  return to_error(handle_.get(), rd_kafka_error_code(error.get()), doing, rd_kafka_error_string(error.get()));
}

Error Sender::explained(Error error) const {
  if (failure_ && error.reaction == Reaction::kReleasePartition) {
    error.code = failure_->code;
    error.message = failure_->message;
  }
  return error;
}

std::optional<Receipt> Sender::receipt() const {
  if (offset_unknown_) {
    return std::nullopt;
  }
  Receipt receipt;
  for (const auto& [topic, destination] : destinations_) {
    for (std::size_t partition = 0; partition < destination->next.size(); ++partition) {
      if (const std::int64_t next = destination->next[partition]; next != kNothing) {
        receipt.written.push_back(Position{{topic, Partition{static_cast<std::int32_t>(partition)}}, NextOffset{next}});
      }
    }
  }
  std::sort(receipt.written.begin(), receipt.written.end(),
            [](const Position& left, const Position& right) { return left.where < right.where; });
  return receipt;
}

void Sender::forget() {
  failure_.reset();
  offset_unknown_ = false;
  append_time_ms_.reset();
  for (auto& [topic, destination] : destinations_) {
    std::fill(destination->next.begin(), destination->next.end(), kNothing);
  }
}

}  // namespace turnstream::log::kafka
