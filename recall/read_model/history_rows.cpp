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

rows::Range times_before(Partition partition, LogTime oldest) {
  return {rows::times_of(partition).from, rows::time_key(partition, oldest)};
}

}  // namespace

void HistoryRows::add(store::Batch& batch, LogTime time, Offset offset) const {
  const std::string key = rows::time_key(partition, time);
  batch.put(table, key, rows::offset_row(offset));
  starts.added(key);
  starts.added(rows::closed_key(partition, time, ""));
}

Status HistoryRows::drop(store::Batch& batch, LogTime oldest) const {
  std::size_t dropped = 0;
  const rows::Range closed = rows::closed_before(partition, oldest);
  std::string first = closed.to;
  const std::string closed_start(starts.start(closed.from, closed.to));
  TS_RETURN_IF_ERROR(store.scan(table, closed_start, closed.to, [&](std::string_view key, std::string_view) {
    first = dropped == 0 ? key : first;
    batch.erase(table, rows::row_of_closed_key(key));
    batch.erase(table, key);
    return ++dropped < kClosedDroppedMax;
  }));
  starts.learn(closed.from, closed.to, first);
  // The last time before the history stays: it tells where the history begins.
  std::vector<std::string> times;
  const rows::Range before = times_before(partition, oldest);
  const std::string times_start(starts.start(before.from, before.to));
  TS_RETURN_IF_ERROR(store.scan(table, times_start, before.to, [&](std::string_view key, std::string_view) {
    times.emplace_back(key);
    return times.size() <= kTimesDroppedMax;
  }));
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    batch.erase(table, times[i]);
  }
  starts.learn(before.from, before.to, times.empty() ? before.to : times.front());
  return {};
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
  const rows::Range before = times_before(partition, oldest);
  const std::string start(starts.start(before.from, before.to));
  TS_RETURN_IF_ERROR(store.scan(table, start, before.to, [&](std::string_view, std::string_view bytes) {
    last = rows::read_offset_row(bytes);
    return true;
  }));
  return last;
}

}  // namespace turnstream::recall
