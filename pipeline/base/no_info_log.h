#pragma once
// NoInfoLog: discards RocksDB's own log file. In a library built with assertions, a full disk makes writing that file
// end the process. All errors that matter come back as a Status. Threads: any.

#include <rocksdb/env.h>

namespace turnstream {

class NoInfoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, va_list /*arguments*/) override {}
};

}  // namespace turnstream
