// simulation [--schedules N] [--seed S]: runs N schedules with the seeds S, S + 1, …; prints each failing seed, which
// `--seed S --schedules 1` runs again, exactly. Exit code 1 if any failed.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/simulation/schedule.h"

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::uint64_t schedules = 200;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    (flag == "--seed" ? seed : schedules) = std::strtoull(argv[i + 1], nullptr, 10);
  }
  int failed = 0;
  long long crashes = 0;
  long long records = 0;
  for (std::uint64_t i = 0; i < schedules; ++i) {
    const auto report = turnstream::simulation::run_schedule(seed + i);
    crashes += report.crashes;
    records += report.log_records;
    if (report.complaint) {
      ++failed;
      std::printf("seed %llu failed: %s\n", static_cast<unsigned long long>(seed + i), report.complaint->c_str());
      std::fflush(stdout);
    }
  }
  std::printf("%llu schedules from seed %llu: %d failed, %lld kills, %lld log records\n",
              static_cast<unsigned long long>(schedules), static_cast<unsigned long long>(seed), failed, crashes,
              records);
  return failed == 0 ? 0 : 1;
}
