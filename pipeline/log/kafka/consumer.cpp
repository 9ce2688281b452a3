#include "pipeline/log/kafka/consumer.h"

#include <algorithm>
#include <utility>

#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/message.h"

namespace turnstream::log::kafka {
namespace {

constexpr int kCloseSliceMs = 100;

std::string member_id_of(rd_kafka_t* handle) {
  char* const id = rd_kafka_memberid(handle);
  std::string copy(id != nullptr ? id : "");
  rd_kafka_mem_free(handle, id);
  return copy;
}

}  // namespace

Result<std::unique_ptr<Consumer>> Consumer::make(const Config& config, const ConsumerConfig& member) {
  TS_ASSIGN_OR_RETURN(
      Conf conf,
      make_conf(
          config, kConsumer,
          {.client_id = member.client_id, .group = member.group, .instance = member.instance, .transactional_id = {}}));
  TS_ASSIGN_OR_RETURN(Feed feed, Feed::make(std::move(conf), kConsumer));
  std::unique_ptr<Consumer> consumer(new Consumer(std::move(feed)));

  const PartitionList topics(rd_kafka_topic_partition_list_new(static_cast<int>(member.topics.size())));
  for (const std::string& topic : member.topics) {
    rd_kafka_topic_partition_list_add(topics.get(), topic.c_str(), RD_KAFKA_PARTITION_UA);
  }
  rd_kafka_t* const handle = consumer->feed_.handle();
  if (const rd_kafka_resp_err_t code = rd_kafka_subscribe(handle, topics.get()); code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle, code, "subscribe to the group's topics");
  }
  return consumer;
}

Result<Event> Consumer::poll(milliseconds timeout) {
  Result<Event> event = feed_.poll(timeout);
  if (std::optional<Rebalance> rebalance = feed_.take_rebalance()) {
    if (rebalance->assigned) {
      return on_assigned(std::move(rebalance->partitions));
    }
    revoked_ = true;
    return Event{Revoked{std::move(rebalance->partitions), is_expelled()}};
  }
  if (revoked_ && event.ok()) {
    // Between the revocation and release(), events of the old assignment are discarded.
    return Event{};
  }
  return event;
}

Result<Event> Consumer::on_assigned(std::vector<TopicPartition> partitions) {
  rd_kafka_t* const handle = feed_.handle();
  const PartitionList none(rd_kafka_topic_partition_list_new(0));
  if (const rd_kafka_resp_err_t code = rd_kafka_assign(handle, none.get()); code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle, code, "accept the group's assignment");
  }
  // Read now, not in send_offsets(): if the member is expelled in the meantime, librdkafka returns metadata without a
  // generation, and the broker could not fence the offsets.
  group_metadata_.reset(rd_kafka_consumer_group_metadata(handle));
  member_id_ = member_id_of(handle);
  revoked_ = false;
  return Event{Assigned{std::move(partitions)}};
}

/// If the member is expelled after the revocation began, librdkafka does not report the assignment as lost. But the
/// member id changes, so this function compares the id too.
bool Consumer::is_expelled() const {
  return rd_kafka_assignment_lost(feed_.handle()) != 0 || member_id_of(feed_.handle()) != member_id_;
}

Status Consumer::start(std::span<const Position> positions) {
  if (revoked_) {
    return make_error(error_codes::kRevoked, Reaction::kReleasePartition,
                      "The group has revoked this consumer's partitions.");
  }
  return feed_.deliver(positions);
}

Status Consumer::pause(const TopicPartition& where) {
  return revoked_ ? Status() : feed_.pause(where);
}

Status Consumer::resume(const TopicPartition& where) {
  return revoked_ ? Status() : feed_.resume(where);
}

Status Consumer::release() {
  if (!revoked_) {
    return {};
  }
  revoked_ = false;
  group_metadata_.reset();
  return feed_.stop();
}

void Consumer::close(milliseconds timeout) {
  const Deadline deadline(timeout);
  rd_kafka_t* const handle = feed_.handle();
  static_cast<void>(release());
  const Queue queue(rd_kafka_queue_new(handle));
  // After an error close() gives up. Usually the consumer is fenced: it is not in the group any longer.
  if (const ErrorHandle error(rd_kafka_consumer_close_queue(handle, queue.get())); error) {
    return;
  }
  while (rd_kafka_consumer_closed(handle) == 0 && !deadline.passed()) {
    const EventHandle event(rd_kafka_queue_poll(queue.get(), std::min(kCloseSliceMs, deadline.remaining_ms())));
    // On this queue the last revocation arrives as an event, not through the callback, and must be answered.
    if (event && rd_kafka_event_type(event.get()) == RD_KAFKA_EVENT_REBALANCE) {
      rd_kafka_assign(handle, nullptr);
    }
  }
}

}  // namespace turnstream::log::kafka
