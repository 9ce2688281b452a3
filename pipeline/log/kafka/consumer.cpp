#include "pipeline/log/kafka/consumer.h"

#include <algorithm>
#include <utility>

#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/message.h"

namespace turnstream::log::kafka {
namespace {

constexpr int kCloseSliceMs = 100;

}  // namespace

Result<std::unique_ptr<Consumer>> Consumer::make(const Config& config, const ConsumerConfig& member) {
  TS_ASSIGN_OR_RETURN(
      Conf conf,
      make_conf(
          config, kConsumer,
          {.client_id = member.client_id, .group = member.group, .instance = member.instance, .transactional_id = {}}));
  std::unique_ptr<Consumer> consumer(new Consumer);
  rd_kafka_conf_set_opaque(conf.get(), consumer.get());
  rd_kafka_conf_set_rebalance_cb(conf.get(), on_rebalance);
  TS_ASSIGN_OR_RETURN(Handle handle, make_handle(std::move(conf), kConsumer));
  consumer->feed_.emplace(std::move(handle));

  const PartitionList topics(rd_kafka_topic_partition_list_new(static_cast<int>(member.topics.size())));
  for (const std::string& topic : member.topics) {
    rd_kafka_topic_partition_list_add(topics.get(), topic.c_str(), RD_KAFKA_PARTITION_UA);
  }
  rd_kafka_t* const raw = consumer->feed_->handle();
  if (const rd_kafka_resp_err_t code = rd_kafka_subscribe(raw, topics.get()); code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(raw, code, "subscribe to the group's topics");
  }
  return consumer;
}

void Consumer::on_rebalance(rd_kafka_t* handle, rd_kafka_resp_err_t code, rd_kafka_topic_partition_list_t* partitions,
                            void* self) noexcept {
  auto* consumer = static_cast<Consumer*>(self);
  if (code == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS) {
    consumer->on_assigned(handle, partitions);
  } else {
    consumer->on_revoked(handle, partitions);
  }
  // Makes the poll return now, so that the worker learns of it at once.
  rd_kafka_yield(handle);
}

void Consumer::on_assigned(rd_kafka_t* handle, const rd_kafka_topic_partition_list_t* partitions) {
  const PartitionList none(rd_kafka_topic_partition_list_new(0));
  if (const rd_kafka_resp_err_t code = rd_kafka_assign(handle, none.get()); code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    failed_ = to_error(handle, code, "take the assignment");
    return;
  }
  // Asked now, not when offsets are sent: a member that was expelled in between must not appear as one of no group.
  group_metadata_.reset(rd_kafka_consumer_group_metadata(handle));
  revoked_ = false;
  noted_ = Assigned{to_partitions(partitions)};
}

void Consumer::on_revoked(rd_kafka_t* handle, const rd_kafka_topic_partition_list_t* partitions) {
  revoked_ = true;
  noted_ = Revoked{to_partitions(partitions), rd_kafka_assignment_lost(handle) != 0};
}

Result<Event> Consumer::poll(milliseconds timeout) {
  Result<Event> event = feed_->poll(timeout);
  if (failed_) {
    return *std::exchange(failed_, std::nullopt);
  }
  if (noted_) {
    return *std::exchange(noted_, std::nullopt);
  }
  if (revoked_ && event.ok()) {
    // Between the revocation and release() the old assignment is only being wound up.
    return Event{};
  }
  return event;
}

Status Consumer::start(std::span<const Position> positions) {
  if (revoked_) {
    return Error{"revoked", Reaction::kReleasePartition, "The group has taken the partitions back.", {}, {}};
  }
  return feed_->deliver(positions);
}

Status Consumer::pause(const TopicPartition& where) {
  return revoked_ ? Status() : feed_->pause(where);
}

Status Consumer::resume(const TopicPartition& where) {
  return revoked_ ? Status() : feed_->resume(where);
}

Status Consumer::release() {
  if (!revoked_) {
    return {};
  }
  revoked_ = false;
  group_metadata_.reset();
  return feed_->stop();
}

void Consumer::close(milliseconds timeout) {
  const Deadline deadline(timeout);
  rd_kafka_t* const handle = feed_->handle();
  static_cast<void>(release());
  const Queue queue(rd_kafka_queue_new(handle));
  // A consumer that was fenced cannot be closed; there is nothing left to leave then.
  if (const ErrorHandle error(rd_kafka_consumer_close_queue(handle, queue.get())); error) {
    return;
  }
  while (rd_kafka_consumer_closed(handle) == 0 && !deadline.passed()) {
    const EventHandle event(rd_kafka_queue_poll(queue.get(), std::min(kCloseSliceMs, deadline.remaining_ms())));
    // On this queue the last revocation comes as an event, not as a callback, and waits for its answer.
    if (event && rd_kafka_event_type(event.get()) == RD_KAFKA_EVENT_REBALANCE) {
      rd_kafka_assign(handle, nullptr);
    }
  }
}

}  // namespace turnstream::log::kafka
