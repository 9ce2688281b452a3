#include "pipeline/log/kafka/feed.h"

#include <algorithm>
#include <string>
#include <utility>

#include "pipeline/base/log_line.h"
#include "pipeline/log/kafka/asking.h"
#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/mask.h"
#include "pipeline/log/kafka/message.h"

namespace turnstream::log::kafka {
namespace {

std::string name_of(const TopicPartition& where) {
  return where.topic + " [" + std::to_string(where.partition.value()) + "]";
}

}  // namespace

Position* Feed::find(std::vector<Position>& positions, const TopicPartition& where) {
  const auto found = std::find_if(positions.begin(), positions.end(),
                                  [&where](const Position& position) { return position.where == where; });
  return found == positions.end() ? nullptr : &*found;
}

Result<Feed> Feed::make(Conf conf, Role role) {
  auto notes = std::make_unique<Notes>();
  rd_kafka_conf_set_opaque(conf.get(), notes.get());
  notes->unpack.attach_to(conf.get());
  rd_kafka_conf_set_error_cb(conf.get(), on_background_error);
  if (role == kConsumer) {
    rd_kafka_conf_set_rebalance_cb(conf.get(), on_rebalance);
  }
  TS_ASSIGN_OR_RETURN(Handle handle, make_handle(std::move(conf), role));
  return Feed(std::move(notes), std::move(handle), role == kConsumer);
}

void Feed::on_rebalance(rd_kafka_t* handle, rd_kafka_resp_err_t code, rd_kafka_topic_partition_list_t* partitions,
                        void* notes) noexcept {
  static_cast<Notes*>(notes)->rebalance =
      Rebalance{code == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS, to_partitions(partitions)};
  // Makes the current poll return at once, so that the worker receives the event without delay.
  rd_kafka_yield(handle);
}

/// Receives errors that do not concern one record. librdkafka recovers from most of them itself, such as a lost
/// connection. A topic or partition that is unknown becomes an error of poll(). The topic may still exist: a broker that
/// restarts does not list its topics at first.
void Feed::on_background_error(rd_kafka_t* handle, int code, const char* reason, void* notes) noexcept {
  const auto error = static_cast<rd_kafka_resp_err_t>(code);
  const bool is_unknown =
      error == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART || error == RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION;
  LogLine(is_unknown || is_transient(error) ? LogLevel::kDebug : LogLevel::kWarning, "kafka_client_failed")
      .with("code", rd_kafka_err2name(error))
      .with("client", rd_kafka_name(handle))
      .with("text", masked(handle, reason));
  if (is_unknown) {
    static_cast<Notes*>(notes)->error = to_error(handle, error, "deliver records", reason);
    rd_kafka_yield(handle);
  }
}

std::optional<Rebalance> Feed::take_rebalance() {
  if (notes_->rebalance) {
    search_.reset();
    started_.clear();
  }
  return std::exchange(notes_->rebalance, std::nullopt);
}

Status Feed::deliver(std::span<const Position> positions) {
  search_.reset();
  TS_RETURN_IF_ERROR(unpause_all());
  TS_RETURN_IF_ERROR(assign(positions));
  started_.assign(positions.begin(), positions.end());
  return {};
}

Status Feed::assign(std::span<const Position> positions) {
  const rd_kafka_resp_err_t code = rd_kafka_assign(handle_.get(), to_list(positions).get());
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, "start delivery of the chosen partitions");
  }
  return await_stopped();
}

/// rd_kafka_assign() returns before the partitions of the former assignment have stopped. If one of them is assigned
/// again and is removed before it has stopped, librdkafka stops it twice and its assertion `rktp_started` ends the
/// process. So each call that assigns partitions waits here until all stops before it are complete. stop() and Consumer
/// need not wait: they only remove, and what they have removed can be removed a second time only behind such a call.
/// librdkafka's main thread serves one queue in order: rd_kafka_assign() queued each stop, the first answer comes after
/// all stops have queued their completion, the second after all completions.
Status Feed::await_stopped() {
  for (int i = 0; i < 2; ++i) {
    rd_kafka_topic_partition_list_t* assigned = nullptr;
    const rd_kafka_resp_err_t code = rd_kafka_assignment(handle_.get(), &assigned);
    const PartitionList list(assigned);
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
      return to_error(handle_.get(), code, "wait until the former assignment has stopped");
    }
  }
  return {};
}

Status Feed::stop() {
  search_.reset();
  TS_RETURN_IF_ERROR(unpause_all());
  const rd_kafka_resp_err_t code = rd_kafka_assign(handle_.get(), nullptr);
  started_.clear();
  refused_.clear();
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, "give the assigned partitions back");
  }
  return {};
}

/// Resumes each paused partition, because librdkafka remembers a pause even while the partition is not assigned.
Status Feed::unpause_all() {
  while (!paused_.empty()) {
    TS_RETURN_IF_ERROR(resume(TopicPartition(*paused_.begin())));
  }
  return {};
}

Status Feed::pause(const TopicPartition& where) {
  if (!paused_.insert(where).second || search_) {
    return {};
  }
  const PartitionList list = to_list(std::span(&where, 1));
  rd_kafka_pause_partitions(handle_.get(), list.get());
  if (const rd_kafka_resp_err_t code = list->elems[0].err; code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    paused_.erase(where);
    return to_error(handle_.get(), code, "pause " + name_of(where));
  }
  return {};
}

Status Feed::resume(const TopicPartition& where) {
  // If a partition that is not paused were resumed, librdkafka would go back to the position of its last pause.
  if (paused_.erase(where) == 0 || search_) {
    return {};
  }
  const PartitionList list = to_list(std::span(&where, 1));
  rd_kafka_resume_partitions(handle_.get(), list.get());
  if (const rd_kafka_resp_err_t code = list->elems[0].err; code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, "resume " + name_of(where));
  }
  return {};
}

Result<Event> Feed::poll(milliseconds timeout) {
  Message message(rd_kafka_consumer_poll(handle_.get(), static_cast<int>(timeout.count())));
  if (notes_->error) {
    return *std::exchange(notes_->error, std::nullopt);
  }
  if (!message) {
    return Event{};
  }
  if (search_) {
    return search(*message);
  }
  if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
    return Event{to_record(std::move(message))};
  }
  return on_error(*message);
}

Result<Event> Feed::on_error(const rd_kafka_message_t& message) {
  switch (message.err) {
    case RD_KAFKA_RESP_ERR__PARTITION_EOF:
      return Event{
          EndOfPartition{{rd_kafka_topic_name(message.rkt), Partition{message.partition}}, NextOffset{message.offset}}};
    case RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET:
      return on_out_of_range(message);
    case RD_KAFKA_RESP_ERR__MAX_POLL_EXCEEDED:
      // A revocation follows and is reported instead.
      return Event{};
    case RD_KAFKA_RESP_ERR__BAD_COMPRESSION:
    case RD_KAFKA_RESP_ERR__BAD_MSG:
    case RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED:
      return on_unreadable(message);
    default:
      return to_error(handle_.get(), message.err, "deliver records", rd_kafka_message_errstr(&message));
  }
}

Result<Event> Feed::on_out_of_range(const rd_kafka_message_t& message) {
  const TopicPartition where{rd_kafka_topic_name(message.rkt), Partition{message.partition}};
  std::int64_t first = 0;
  std::int64_t end = 0;
  const rd_kafka_resp_err_t code = rd_kafka_query_watermark_offsets(
      handle_.get(), where.topic.c_str(), where.partition.value(), &first, &end, kWatermarkTimeoutMs);
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, "find the first record of " + name_of(where));
  }
  TS_ASSIGN_OR_RETURN(std::vector<Position> positions, current_positions());
  Position* position = find(positions, where);
  if (position == nullptr) {
    return Event{};
  }
  // librdkafka's fetch may be ahead of the delivered records, behind control records.
  position->next = std::max(position->next, NextOffset{message.offset});
  if (position->next.value() > end) {
    return make_error(
        error_codes::kOffsetOutOfRange, Reaction::kStopProcess,
        "Kafka cannot deliver from offset " + std::to_string(position->next.value()) + " of " + name_of(where) +
            ", which now ends at offset " + std::to_string(end) +
            ": probably the topic was deleted and created again, or lost records. Restore it from a copy, or "
            "continue with a new --namespace.");
  }
  if (position->next.value() >= first) {
    TS_RETURN_IF_ERROR(note_refused(*position, first, end));
  }
  const NextOffset from = std::exchange(position->next, std::max(position->next, NextOffset{first}));
  const std::set<TopicPartition> paused = paused_;
  TS_RETURN_IF_ERROR(deliver(positions));
  for (const TopicPartition& each : paused) {
    TS_RETURN_IF_ERROR(pause(each));
  }
  if (from.value() >= first) {
    return Event{};  // librdkafka delivers such an error also from before a former assignment.
  }
  if (reports_loss_) {
    return Event{RecordsLost{where, from, Offset{first}}};
  }
  LogLine(LogLevel::kWarning, "deleted_records_skipped")
      .with("partition", where.partition.value())
      .with("offset", from.value())
      .with("topic", where.topic)
      .with("first", first);
  return Event{};
}

Status Feed::note_refused(const Position& position, std::int64_t first, std::int64_t end) {
  const RefusalStep step = step_after(refused_.note(position.where, position.next));
  if (step.give_up) {
    return make_error(error_codes::kOffsetOutOfRange, Reaction::kStopProcess,
                      "Kafka refused " + std::to_string(kRefusalsMax) + " times to deliver from offset " +
                          std::to_string(position.next.value()) + " of " + name_of(position.where) +
                          ", though it says that this partition has the offsets from " + std::to_string(first) +
                          " up to " + std::to_string(end) + ": look whether its replicas agree, then start again.");
  }
  if (step.report) {
    LogLine(LogLevel::kWarning, "offset_refused")
        .with("partition", position.where.partition.value())
        .with("offset", position.next.value())
        .with("topic", position.where.topic)
        .with("first", first)
        .with("end", end);
  }
  if (step.wait_ms > 0) {
    pause_before_asking_again(handle_.get(), step.wait_ms);
  }
  return {};
}

/// The current position of each partition: after its last delivered record, else the position at which it was started.
Result<std::vector<Position>> Feed::current_positions() const {
  const PartitionList list = to_list(std::span<const Position>(started_));
  const rd_kafka_resp_err_t code = rd_kafka_position(handle_.get(), list.get());
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code, "read the current positions");
  }
  std::vector<Position> positions = started_;
  for (int i = 0; i < list->cnt; ++i) {
    if (list->elems[i].offset >= 0) {
      find(positions, to_where(list->elems[i]))->next = NextOffset{list->elems[i].offset};
    }
  }
  return positions;
}

}  // namespace turnstream::log::kafka
