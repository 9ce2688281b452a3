#include "app/tail/newest_records.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace turnstream::app {
namespace {

/// Of the first stretch that is read of a partition. A transaction takes an offset, so there are fewer records.
constexpr std::int64_t kFirstOffsetsMin = 1'000;
constexpr std::int64_t kGrowth = 10;
constexpr std::int64_t kOffsetsMax = 1'000'000;  ///< of a stretch that is read at once

/// What is known of a partition.
struct Search {
  Stretch unread;               ///< what is before the stretches that were read
  NextOffset end;               ///< of the partition
  std::int64_t found = 0;       ///< wanted records
  std::optional<Offset> first;  ///< of these records, or of an unreadable batch before them all
  std::deque<Offset>
      in_stretch;  ///< the last wanted records of the stretch that is read now, at most those still missing
};

class Finder {
 public:
  Finder(Scan& scan, std::int64_t count_max, const Wanted& wanted, const std::function<void(std::int64_t)>& shown)
      : scan_(scan), count_max_(count_max), wanted_(wanted), shown_(shown) {}

  void add(const Stretch& partition) {
    searches_.emplace(partition.where.partition, Search{partition, partition.end, 0, {}, {}});
  }

  Result<NewestRecords> find() {
    std::int64_t width = std::clamp(2 * std::min(count_max_, kOffsetsMax), kFirstOffsetsMin, kOffsetsMax);
    for (bool is_done = false; !is_done; width = std::min(width * kGrowth, kOffsetsMax)) {
      TS_ASSIGN_OR_RETURN(is_done, read_back(width));
    }
    NewestRecords newest;
    for (const auto& [partition, search] : searches_) {
      newest.count += search.found;
      if (search.first) {
        newest.stretches.push_back({search.unread.where, NextOffset{search.first->value()}, search.end});
      }
    }
    return newest;
  }

 private:
  [[nodiscard]] bool is_done(const Search& search) const {
    return search.found >= count_max_ || search.unread.from >= search.unread.end;
  }

  /// Reads the last `width` unread offsets of each partition that is not done. Returns true if all are done.
  Result<bool> read_back(std::int64_t width) {
    std::vector<Stretch> stretches;
    for (auto& [partition, search] : searches_) {
      if (!is_done(search)) {
        Stretch& unread = search.unread;
        const NextOffset from{std::max(unread.from.value(), unread.end.value() - width)};
        stretches.push_back({unread.where, from, unread.end});
        unread.end = from;
      }
    }
    TS_RETURN_IF_ERROR(scan_.read(
        stretches, [this](log::Record& record) { return take(record); },
        [this](const log::Unreadable& records) { return take(records); }));
    for (auto& [partition, search] : searches_) {
      settle(search);
    }
    return std::all_of(searches_.begin(), searches_.end(), [this](const auto& each) { return is_done(each.second); });
  }

  Result<bool> take(const log::Record& record) {
    shown_(++read_);
    if (!wanted_(record)) {
      return true;
    }
    Search& search = searches_.at(record.partition);
    search.in_stretch.push_back(record.offset);
    if (search.found + static_cast<std::int64_t>(search.in_stretch.size()) > count_max_) {
      search.in_stretch.pop_front();
    }
    return true;
  }

  Result<bool> take(const log::Unreadable& records) {
    Search& search = searches_.at(records.where.partition);
    if (search.in_stretch.empty()) {
      search.first = std::min(search.first.value_or(records.first), records.first);
    }
    return true;
  }

  void settle(Search& search) {
    if (!search.in_stretch.empty()) {
      search.found += static_cast<std::int64_t>(search.in_stretch.size());
      const Offset first = search.in_stretch.front();
      search.first = search.found >= count_max_ ? first : std::min(search.first.value_or(first), first);
      search.in_stretch.clear();
    }
  }

  Scan& scan_;
  std::int64_t count_max_;
  const Wanted& wanted_;
  const std::function<void(std::int64_t)>& shown_;
  std::map<Partition, Search> searches_;
  std::int64_t read_ = 0;
};

}  // namespace

Result<NewestRecords> find_newest(Scan& scan, const std::vector<Stretch>& partitions, std::int64_t count_max,
                                  const Wanted& wanted, const std::function<void(std::int64_t)>& shown) {
  Finder finder(scan, count_max, wanted, shown);
  for (const Stretch& partition : partitions) {
    finder.add(partition);
  }
  return finder.find();
}

}  // namespace turnstream::app
