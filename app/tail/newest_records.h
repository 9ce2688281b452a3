#pragma once
// Finds the newest records of a topic that a command wants, by reading backwards. Threads: one.

#include <cstdint>
#include <functional>
#include <vector>

#include "app/log_access/scan.h"
#include "app/tail/time_merge.h"

namespace turnstream::app {

/// The last wanted records of each partition.
struct NewestRecords {
  std::vector<Stretch> stretches;  ///< each begins at the first of these records of its partition
  std::int64_t count = 0;          ///< how many there are in all partitions together
};

/// The last `count_max` wanted records of each of the `partitions`, or all if a partition has fewer. It reads each partition
/// from its end, at first a few records, then more and more, to its beginning if need be. `shown`: receives the number of
/// offsets that were read so far. Precondition: count_max > 0.
Result<NewestRecords> find_newest(Scan& scan, const std::vector<Stretch>& partitions, std::int64_t count_max,
                                  const Wanted& wanted, const std::function<void(std::int64_t)>& shown);

}  // namespace turnstream::app
