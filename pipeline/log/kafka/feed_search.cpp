// The part of Feed that passes over batches which cannot be read.
#include <algorithm>
#include <utility>

#include "pipeline/log/kafka/errors.h"
#include "pipeline/log/kafka/feed.h"

namespace turnstream::log::kafka {
namespace {

constexpr int kPostponedMax = 3;

}  // namespace

Result<Event> Feed::on_unreadable(const rd_kafka_message_t& message) {
  if (message.rkt == nullptr || message.offset < 0) {
    return to_error(handle_.get(), message.err, "deliver records", rd_kafka_message_errstr(&message));
  }
  const TopicPartition where{rd_kafka_topic_name(message.rkt), Partition{message.partition}};
  if (find(started_, where) != nullptr && !may_be_postponed(where, message.offset)) {
    TS_RETURN_IF_ERROR(begin_search(where, message));
  }
  return Event{};
}

/// True if the batch perhaps only did not fit into its fetch response: librdkafka then fetches it again. At the third
/// error of the same batch it is read alone, which shows whether it can be read.
bool Feed::may_be_postponed(const TopicPartition& where, std::int64_t batch) {
  const std::int64_t postponed = notes_->unpack.postponed();
  const bool some = postponed != suspect_.postponed;
  const bool same = suspect_.where == where && suspect_.batch == batch;
  suspect_ = {where, batch, same ? suspect_.errors + 1 : 1, postponed};
  return some && suspect_.errors < kPostponedMax;
}

Status Feed::begin_search(const TopicPartition& where, const rd_kafka_message_t& message) {
  TS_ASSIGN_OR_RETURN(std::vector<Position> positions, current_positions());
  std::int64_t first = 0;
  std::int64_t end = 0;
  const rd_kafka_resp_err_t code = rd_kafka_query_watermark_offsets(
      handle_.get(), where.topic.c_str(), where.partition.value(), &first, &end, kWatermarkTimeoutMs);
  if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
    return to_error(handle_.get(), code,
                    "find the end of " + where.topic + " [" + std::to_string(where.partition.value()) + "]");
  }
  // All records before the batch were delivered before its error.
  const std::int64_t from = std::max(message.offset, find(positions, where)->next.value());
  std::set<TopicPartition> paused = paused_;
  TS_RETURN_IF_ERROR(unpause_all());
  paused_ = std::move(paused);
  search_.emplace(Search{where, UnreadableSearch(message.offset, from, std::max(end, from + 1)), std::move(positions),
                         rd_kafka_message_errstr(&message)});
  const Position probe{where, NextOffset{search_->offsets.probe()}};
  return assign(std::span(&probe, 1));
}

Result<Event> Feed::search(const rd_kafka_message_t& message) {
  UnreadableSearch& offsets = search_->offsets;
  ++probes_;
  switch (message.err) {
    case RD_KAFKA_RESP_ERR__BAD_COMPRESSION:
    case RD_KAFKA_RESP_ERR__BAD_MSG:
    case RD_KAFKA_RESP_ERR__NOT_IMPLEMENTED:
      message.offset == offsets.batch() ? offsets.note_failed() : offsets.note_passed();
      break;
    case RD_KAFKA_RESP_ERR_NO_ERROR:
    case RD_KAFKA_RESP_ERR__PARTITION_EOF:
    case RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET:  // the batch is deleted; the next delivery from its position says so
      offsets.note_passed();
      break;
    default:
      return on_error(message);
  }
  if (offsets.done()) {
    return end_search();
  }
  const Position probe{search_->where, NextOffset{offsets.probe()}};
  TS_RETURN_IF_ERROR(assign(std::span(&probe, 1)));
  return Event{};
}

Result<Event> Feed::end_search() {
  Search search = std::move(*search_);
  search_.reset();
  suspect_ = {};
  suspect_.postponed = notes_->unpack.postponed();
  const bool readable = search.offsets.is_readable();
  find(search.positions, search.where)->next = NextOffset{readable ? search.offsets.from() : search.offsets.last() + 1};
  const std::set<TopicPartition> paused = std::exchange(paused_, {});
  TS_RETURN_IF_ERROR(deliver(search.positions));
  for (const TopicPartition& each : paused) {
    TS_RETURN_IF_ERROR(pause(each));
  }
  if (readable) {
    return Event{};
  }
  return Event{Unreadable{std::move(search.where), Offset{search.offsets.from()}, Offset{search.offsets.last()},
                          std::move(search.why)}};
}

}  // namespace turnstream::log::kafka
