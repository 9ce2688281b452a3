#include "recall/read_model/history_rows.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "recall/read_model/row_keys.h"

namespace turnstream::recall {
namespace {

constexpr std::int64_t kFirstSpanMs = 60'000;
// What one record drops of what is old.
constexpr std::size_t kClosedDroppedMax = 1'000;
constexpr std::size_t kTimesDroppedMax = 100;

rows::Range times_before(Partition partition, LogTime oldest, const DroppedHistory& dropped) {
  return {std::max(rows::times_of(partition).from, dropped.times), rows::time_key(partition, oldest)};
}

}  // namespace

Result<DroppedHistory> HistoryRows::drop(store::Batch& batch, LogTime oldest, LogTime now) const {
  // A record whose time is below that of the last one may have rows below what was dropped.
  DroppedHistory after = now < dropped.at ? DroppedHistory() : dropped;
  after.at = now;
  std::size_t count = 0;
  rows::Range closed = rows::closed_before(partition, oldest);
  closed.from = std::max(closed.from, after.closed);
  TS_RETURN_IF_ERROR(store.scan(table, closed.from, closed.to, [&](std::string_view key, std::string_view) {
    batch.erase(table, rows::row_of_closed_key(key));
    batch.erase(table, key);
    after.closed = key;
    return ++count < kClosedDroppedMax;
  }));
  if (count < kClosedDroppedMax) {
    after.closed = std::max(closed.from, closed.to);
  }
  // The last time before the history stays: it tells where the history begins.
  std::vector<std::string> times;
  const rows::Range before = times_before(partition, oldest, after);
  TS_RETURN_IF_ERROR(store.scan(table, before.from, before.to, [&](std::string_view key, std::string_view) {
    times.emplace_back(key);
    return times.size() <= kTimesDroppedMax;
  }));
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    batch.erase(table, times[i]);
  }
  after.times = times.empty() ? after.times : times.back();
  return after;
}

Result<std::optional<Offset>> HistoryRows::offset_at(LogTime time) const {
  std::optional<Offset> offset;
  // There is a row for each time of a record. The last one before the time is found in spans that double.
  std::int64_t end = time.value() + 1;
  for (std::int64_t span = kFirstSpanMs; !offset && end > 0; span *= 2) {
    const std::int64_t begin = std::max<std::int64_t>(end - span, 0);
    const rows::Range range{rows::time_key(partition, LogTime{begin}), rows::time_key(partition, LogTime{end})};
    TS_RETURN_IF_ERROR(store.scan(table, range.from, range.to, [&](std::string_view, std::string_view bytes) {
      offset = rows::read_offset_row(bytes);
      return true;
    }));
    end = begin;
  }
  return offset;
}

Result<std::optional<Offset>> HistoryRows::last_before(LogTime oldest) const {
  std::optional<Offset> last;
  const rows::Range before = times_before(partition, oldest, dropped);
  TS_RETURN_IF_ERROR(store.scan(table, before.from, before.to, [&](std::string_view, std::string_view bytes) {
    last = rows::read_offset_row(bytes);
    return true;
  }));
  return last;
}

}  // namespace turnstream::recall
