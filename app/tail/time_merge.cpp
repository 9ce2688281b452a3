#include "app/tail/time_merge.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace turnstream::app {
namespace {

constexpr std::size_t kHeldBytesMax = std::size_t{32} << 20;
constexpr std::size_t kLaneBytesMin = std::size_t{256} << 10;
/// What the log's client and the merge need for an entry, in addition to the bytes of the record.
constexpr std::size_t kEntryBytes = 512;

constexpr std::int64_t kBeforeAll = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kAfterAll = std::numeric_limits<std::int64_t>::max();

}  // namespace

TimeMerge::TimeMerge(Scan& scan, HeadReader& heads, const std::vector<Stretch>& stretches, Wanted wanted)
    : scan_(scan), heads_(heads), wanted_(std::move(wanted)) {
  for (const Stretch& stretch : stretches) {
    lanes_[stretch.where.partition].unread = stretch;
  }
}

Status TimeMerge::run(const RecordVisitor& visit, const UnreadableVisitor& pass_over) {
  std::vector<Lane*> all;
  for (auto& [partition, lane] : lanes_) {
    all.push_back(&lane);
  }
  TS_RETURN_IF_ERROR(fill(all, kHeldBytesMax));
  const std::size_t lane_bytes_max = std::max(kLaneBytesMin, kHeldBytesMax / std::max<std::size_t>(1, lanes_.size()));
  for (;;) {
    for (auto& [partition, lane] : lanes_) {
      if (lane.entries.empty() && !is_read(lane)) {
        TS_RETURN_IF_ERROR(fill({&lane}, lane_bytes_max));
      }
    }
    Lane* const lane = first_lane();
    if (lane == nullptr) {
      return {};
    }
    const Entry entry = std::move(lane->entries.front());
    lane->entries.pop_front();
    const auto* record = std::get_if<log::Record>(&entry.what);
    TS_ASSIGN_OR_RETURN(const bool goes_on,
                        record != nullptr ? visit(*record) : pass_over(std::get<log::Unreadable>(entry.what)));
    if (!goes_on) {
      return {};
    }
  }
}

Status TimeMerge::fill(const std::vector<Lane*>& lanes, std::size_t bytes_max) {
  std::vector<Stretch> stretches;
  for (Lane* lane : lanes) {
    stretches.push_back(lane->unread);
  }
  std::size_t bytes = 0;
  const Status status = scan_.read(
      stretches,
      [&](log::Record& record) -> Result<bool> {
        bytes += add(lanes_.at(record.partition), record);
        return bytes < bytes_max;
      },
      [&](const log::Unreadable& records) -> Result<bool> {
        bytes += add(lanes_.at(records.where.partition), records);
        return bytes < bytes_max;
      });
  TS_RETURN_IF_ERROR(status);
  for (Lane* lane : lanes) {
    if (bytes < bytes_max) {
      lane->unread.from = lane->unread.end;  // there can be control records behind the last record
    }
    set_times(*lane, is_read(*lane) ? kAfterAll : kBeforeAll);
  }
  return {};
}

std::size_t TimeMerge::add(Lane& lane, log::Record& record) {
  lane.unread.from = next_after(record.offset);
  if (!wanted_(record)) {
    return 0;
  }
  const std::size_t bytes = record.size_bytes() + kEntryBytes;
  const std::int64_t time_ms = heads_.time_ms(record);
  set_times(lane, time_ms);
  lane.entries.push_back({time_ms, std::move(record)});
  return bytes;
}

std::size_t TimeMerge::add(Lane& lane, const log::Unreadable& records) {
  lane.unread.from = next_after(records.last);
  lane.entries.push_back({kAfterAll, records});
  ++lane.untimed;
  return records.why.size() + kEntryBytes;
}

void TimeMerge::set_times(Lane& lane, std::int64_t time_ms) {
  for (; lane.untimed > 0; --lane.untimed) {
    lane.entries[lane.entries.size() - lane.untimed].time_ms = time_ms;
  }
}

TimeMerge::Lane* TimeMerge::first_lane() {
  Lane* first = nullptr;
  for (auto& [partition, lane] : lanes_) {
    if (!lane.entries.empty() && (first == nullptr || lane.entries.front().time_ms < first->entries.front().time_ms)) {
      first = &lane;
    }
  }
  return first;
}

}  // namespace turnstream::app
