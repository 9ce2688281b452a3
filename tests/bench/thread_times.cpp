#include "tests/bench/thread_times.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace turnstream::bench {
namespace {

/// utime + stime of a /proc/…/stat line, in microseconds; the name in parentheses can have blanks.
std::int64_t cpu_us(const std::string& stat) {
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) {
    fields >> skipped;
  }
  std::int64_t user = 0;
  std::int64_t system = 0;
  fields >> user >> system;
  return (user + system) * 1'000'000 / sysconf(_SC_CLK_TCK);
}

}  // namespace

ThreadTimes thread_times() {
  ThreadTimes times;
  std::error_code error;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
    std::ifstream file(task.path() / "stat");
    std::string stat;
    if (!std::getline(file, stat)) {
      continue;
    }
    const auto name = stat.substr(stat.find('(') + 1, 8);
    if (name.rfind("rdk:", 0) == 0) {
      times.client_us += cpu_us(stat);
    } else if (name.rfind("rocksdb", 0) == 0 || name.rfind("store-", 0) == 0) {
      times.store_us += cpu_us(stat);
    } else {
      times.worker_us += cpu_us(stat);
    }
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  times.total_us =
      (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000LL + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  return times;
}

ThreadTimes operator-(const ThreadTimes& after, const ThreadTimes& before) {
  return {after.worker_us - before.worker_us, after.client_us - before.client_us, after.store_us - before.store_us,
          after.total_us - before.total_us};
}

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  file >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace turnstream::bench
