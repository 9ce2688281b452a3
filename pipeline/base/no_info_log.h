#pragma once
// NoInfoLog: discards what RocksDB would write to its own log file. If RocksDB was built with assertions and the disk
// is full, writing that file would end the process. Errors reach callers as RocksDB's Status. Threads: any.

#include <rocksdb/env.h>

namespace turnstream {

class NoInfoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

}  // namespace turnstream
