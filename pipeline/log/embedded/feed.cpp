#include "pipeline/log/embedded/feed.h"

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

Status Feed::assign(std::span<const Position> positions, const TopicCatalog& topics) {
  std::vector<Cursor> cursors;
  for (const Position& position : positions) {
    TS_ASSIGN_OR_RETURN(Topic* const topic, topics.find(position.where));
    Cursor cursor{};
    cursor.topic = topic;
    cursor.partition = position.where.partition.value();
    cursor.position = position.next.value();
    cursors.push_back(std::move(cursor));
  }
  cursors_ = std::move(cursors);
  turn_ = 0;
  return {};
}

Status Feed::set_paused(const TopicPartition& where, bool paused) {
  for (Cursor& cursor : cursors_) {
    if (cursor.topic->name() == where.topic && cursor.partition == where.partition.value()) {
      cursor.paused = paused;
      return {};
    }
  }
  return make_error(error_codes::kNotAssigned, Reaction::kReleasePartition,
                    "Cannot pause or resume partition " + std::to_string(where.partition.value()) + " of " +
                        where.topic + ": this consumer does not read it now.");
}

Status Feed::check_position(Cursor& cursor) {
  const PartitionLog& log = cursor.log();
  if (cursor.position > log.high()) {
    return make_error(
        error_codes::kOffsetOutOfRange, Reaction::kStopProcess,
        "Cannot read from offset " + std::to_string(cursor.position) + ", which is after the end " +
            std::to_string(log.high()) + " of partition " + std::to_string(cursor.partition) + " of " +
            cursor.topic->name() +
            ": probably the topic was deleted and created again. Restore it from a copy, or continue with a new "
            "--namespace.");
  }
  cursor.checked = true;
  return {};
}

Result<Event> Feed::next_of(Cursor& cursor) {
  if (cursor.batch && cursor.index >= cursor.batch->count()) {
    cursor.batch.reset();
  }
  if (!cursor.batch) {
    if (cursor.topic->deleted) {
      return unknown_topic(cursor.topic->name());
    }
    if (!cursor.checked) {
      TS_RETURN_IF_ERROR(check_position(cursor));
    }
    const PartitionLog& log = cursor.log();
    if (cursor.position < log.first()) {
      const NextOffset from{cursor.position};
      cursor.position = log.first();
      if (reports_loss_) {
        return Event{RecordsLost{TopicPartition{cursor.topic->name(), Partition{cursor.partition}}, from,
                                 Offset{cursor.position}}};
      }
    }
    TS_ASSIGN_OR_RETURN(cursor.batch, log.find(cursor.position));
    if (!cursor.batch) {
      cursor.position = std::max(cursor.position, log.last_stable());
      if (cursor.position > log.last_stable() || cursor.reported_end == cursor.position) {
        return Event{};
      }
      cursor.reported_end = cursor.position;
      return Event{EndOfPartition{TopicPartition{cursor.topic->name(), Partition{cursor.partition}},
                                  NextOffset{cursor.position}}};
    }
    cursor.index = cursor.batch->index_at(cursor.position);
  }
  Record record = RecordBatch::record(cursor.batch, cursor.index++, cursor.topic->name(), Partition{cursor.partition});
  cursor.position = record.offset.value() + 1;
  return Event{std::move(record)};
}

Result<Event> Feed::next() {
  for (std::size_t tried = 0; tried < cursors_.size(); ++tried) {
    Cursor& cursor = cursors_[turn_];
    if (!cursor.paused) {
      auto event = next_of(cursor);
      const bool something = !event.ok() || !std::holds_alternative<std::monostate>(event.value());
      if (something && cursor.batch && cursor.index < cursor.batch->count()) {
        return event;  // deliver the rest of this batch first
      }
      turn_ = (turn_ + 1) % cursors_.size();
      if (something) {
        return event;
      }
    } else {
      turn_ = (turn_ + 1) % cursors_.size();
    }
  }
  return Event{};
}

}  // namespace turnstream::log::embedded
