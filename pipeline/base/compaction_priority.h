#pragma once
// Compaction priority: RocksDB compacts in threads of its own. While they compete with workers for the cores, a record waits for
// them. Threads: any.

#include <rocksdb/env.h>

namespace turnstream {

/// Lets the threads that compact, of all databases of the process, wait for other threads that want the core (nice 19, of which
/// Linux gives a share of one to two percent next to each busy thread). If compactions then fall behind, RocksDB slows writers
/// down. Without effect where the system does not allow it.
inline void lower_compaction_priority() {
  rocksdb::Env::Default()
      ->LowerThreadPoolCPUPriority(rocksdb::Env::Priority::LOW, rocksdb::CpuPriority::kLow)
      .PermitUncheckedError();
}

}  // namespace turnstream
