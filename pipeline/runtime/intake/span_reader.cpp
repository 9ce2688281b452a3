#include "pipeline/runtime/intake/span_reader.h"

#include <algorithm>

namespace turnstream::runtime {

Status SpanReader::begin(const std::vector<Span>& spans) {
  close();
  std::vector<log::Position> starts;
  for (const Span& span : spans) {
    places_[span.where] = {span.next, span.end};
    unread_ += span.next < span.end ? 1 : 0;
    starts.push_back({span.where, span.next});
  }
  if (starts.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(reader_, client_.make_reader(client_id_));
  return reader_->assign(starts);
}

Result<std::size_t> SpanReader::read(std::size_t events_max, const Visitor& visit) {
  std::size_t events = 0;
  for (; reader_ && events < events_max; ++events) {
    TS_ASSIGN_OR_RETURN(const auto event, reader_->poll(log::milliseconds{0}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      visit(*record);
      reach({std::string(record->topic), record->partition}, next_after(record->offset));
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      reach(end->where, end->next);
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      reach(unreadable->where, next_after(unreadable->last));
    } else {
      break;
    }
  }
  return events;
}

void SpanReader::reach(const log::TopicPartition& where, NextOffset next) {
  const auto found = places_.find(where);
  if (found == places_.end() || next <= found->second.next) {
    return;
  }
  const bool was_unread = found->second.next < found->second.end;
  found->second.next = next;
  unread_ -= was_unread && next >= found->second.end ? 1 : 0;
}

NextOffset SpanReader::next(const log::TopicPartition& where) const {
  const auto found = places_.find(where);
  return found == places_.end() ? NextOffset{0} : found->second.next;
}

bool SpanReader::wants(const log::TopicPartition& where, Offset offset) const {
  const auto found = places_.find(where);
  return found != places_.end() && offset.value() < found->second.end.value();
}

void SpanReader::close() {
  reader_.reset();
  places_.clear();
  unread_ = 0;
}

}  // namespace turnstream::runtime
