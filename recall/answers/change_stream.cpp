#include "recall/answers/change_stream.h"

#include <utility>
#include <vector>

#include "recall/answers/change_events.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kEntriesAtOnce = 64;
/// So many entries one read() looks at, also if none is for the client: the threads of the server serve others, too.
constexpr std::size_t kPassedMax = 2'000;

}  // namespace

ChangeStream::ChangeStream(ReadModel& model, StreamRequest request)
    : model_(model), request_(std::move(request)), position_(present()) {}

/// Of the partition of the persona, or of all.
StreamPosition ChangeStream::present() const {
  StreamPosition position;
  const std::vector<JournalPlace> newest = model_.journal().newest();
  for (std::size_t p = 0; p < newest.size(); ++p) {
    const Partition partition{static_cast<std::int32_t>(p)};
    if (request_.persona.empty() || partition == model_.partition_of(request_.persona)) {
      position[partition] = newest[p];
    }
  }
  return position;
}

bool ChangeStream::can_continue(const StreamPosition& after) const {
  if (!request_.persona.empty() && after.count(model_.partition_of(request_.persona)) == 0) {
    return false;
  }
  for (const auto& [partition, place] : after) {
    const bool is_read = position_.count(partition) > 0;
    if (is_read ? place > model_.journal().marks(partition).newest : request_.persona.empty()) {
      return false;
    }
  }
  return true;
}

void ChangeStream::begin(std::string& out) {
  has_begun_ = true;
  append_retry(out);
  if (!request_.after) {
    append_position(out, position_);
    return;
  }
  if (!can_continue(*request_.after)) {
    reset(out, "unknown_id");
    return;
  }
  for (auto& [partition, place] : position_) {
    const auto known = request_.after->find(partition);
    place = known == request_.after->end() ? JournalPlace() : known->second;
    if (!model_.journal().reaches(partition, place)) {
      reset(out, "journal_trimmed");
      return;
    }
  }
}

void ChangeStream::reset(std::string& out, const char* reason) {
  position_ = present();
  is_ahead_ = false;
  append_reset(out, reason, position_);
  ++events_;
}

bool ChangeStream::wants(const JournalEntry& entry) const {
  return request_.persona.empty() || entry.persona == request_.persona;
}

Result<bool> ChangeStream::read_partition(Partition partition, std::string& out, std::size_t bytes_max) {
  JournalPlace& place = position_[partition];
  while (out.size() < bytes_max && passed_ < kPassedMax) {
    TS_ASSIGN_OR_RETURN(const auto entries, model_.journal().read(partition, place, kEntriesAtOnce));
    if (!entries) {
      return false;
    }
    for (const JournalEntry& entry : *entries) {
      if (out.size() >= bytes_max) {
        return true;
      }
      std::optional<std::string> text;
      if (wants(entry) && (entry.op == JournalOp::kAdd || entry.op == JournalOp::kUpdate)) {
        TS_ASSIGN_OR_RETURN(text, model_.journal().text_now(entry));
      }
      place = entry.place;
      ++passed_;
      is_ahead_ = !wants(entry);
      if (wants(entry)) {
        append_event(out, partition, entry, text, position_);
        ++events_;
      }
    }
    if (entries->size() < kEntriesAtOnce) {
      break;
    }
  }
  return true;
}

Result<std::int64_t> ChangeStream::read(std::string& out, std::size_t bytes_max) {
  events_ = 0;
  passed_ = 0;
  if (!has_begun_) {
    begin(out);
  }
  const std::vector<JournalPlace> newest = model_.journal().newest();
  auto at = position_.lower_bound(next_);
  for (std::size_t i = 0; i < position_.size() && out.size() < bytes_max && passed_ < kPassedMax; ++i) {
    at = at == position_.end() ? position_.begin() : at;
    const auto& [partition, place] = *at;
    ++at;
    if (place >= newest[static_cast<std::size_t>(partition.value())]) {
      continue;
    }
    next_ = Partition{partition.value() + 1};
    TS_ASSIGN_OR_RETURN(const bool is_whole, read_partition(partition, out, bytes_max));
    if (!is_whole) {
      reset(out, "journal_trimmed");
      break;
    }
  }
  if (out.empty() && passed_ >= kPassedMax) {
    append_sign_of_life(out);  // There may be more: the reader asks again only after it was given something.
  }
  return events_;
}

void ChangeStream::append_sign_of_life(std::string& out) {
  append_heartbeat(out);
  if (std::exchange(is_ahead_, false)) {
    append_position(out, position_);
  }
}

}  // namespace turnstream::recall
