#pragma once
// UnitCosts: measures each part of the reference job alone, on one thread. It shows where the time of a worker goes
// without a profiler in the measured run.
// Threads: the caller's.

#include <string>

#include "pipeline/base/result.h"

namespace turnstream::bench {

struct UnitCosts {
  double parse_us = 0;      ///< one turn of 2.9 KB
  double serialise_us = 0;  ///< one completion of 1 KB
  double state_us = 0;      ///< 4 gets and 6 puts of one stage, in the overlay and its cache
  double store_us = 0;      ///< writing those puts to RocksDB in batches of 1000 turns
};

Result<UnitCosts> measure_unit_costs(const std::string& state_folder);

}  // namespace turnstream::bench
