#pragma once
// TimeMerge: reads stretches of several partitions as one sequence in order of time. Of the first records that the
// partitions still have, the next is the one with the lowest (time, partition, offset); so the records of one partition
// stay in order of offset, also where their times are not. It holds a bounded part of each partition: about 32 MiB in
// all, or 256 KiB for each partition if that is more, and one record more for each. Borrows the scan and the reader of
// heads. Threads: one.

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <variant>
#include <vector>

#include "app/log_access/scan.h"
#include "app/tail/record_head.h"

namespace turnstream::app {

/// Whether a command wants the record; those that it does not want are not held.
using Wanted = std::function<bool(const log::Record& record)>;

class TimeMerge {
 public:
  TimeMerge(Scan& scan, HeadReader& heads, const std::vector<Stretch>& stretches, Wanted wanted);

  /// Calls `visit` with each wanted record, and `pass_over` with each batch that cannot be read: before the next wanted
  /// record of its partition, and after all records if none follows. Both return false to end the merge.
  Status run(const RecordVisitor& visit, const UnreadableVisitor& pass_over);

 private:
  struct Entry {
    std::int64_t time_ms;
    std::variant<log::Record, log::Unreadable> what;
  };
  /// A partition: what is read and not yet delivered, and the stretch that is not yet read.
  struct Lane {
    Stretch unread;
    std::deque<Entry> entries;
    std::size_t untimed = 0;  ///< the last entries: batches that get the time of the next record
  };

  [[nodiscard]] static bool is_read(const Lane& lane) { return lane.unread.from >= lane.unread.end; }
  /// Reads on in the lanes until they hold about `bytes_max` bytes more, or to their ends.
  Status fill(const std::vector<Lane*>& lanes, std::size_t bytes_max);
  std::size_t add(Lane& lane, log::Record& record);
  static std::size_t add(Lane& lane, const log::Unreadable& records);
  static void set_times(Lane& lane, std::int64_t time_ms);
  /// The lane with the next entry; null if there is none. Precondition: lanes without entries are read to their ends.
  [[nodiscard]] Lane* first_lane();

  Scan& scan_;
  HeadReader& heads_;
  Wanted wanted_;
  std::map<Partition, Lane> lanes_;
};

}  // namespace turnstream::app
