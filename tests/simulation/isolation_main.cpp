// isolation [--pairs N] [--seed S]: compares N pairs of runs (isolation.h) with the seeds S, S + 1, …. Without --seed,
// S is random; it is printed. Exit code 1 if a pair differs, or if the runs had no changes or dead letters to compare.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>

#include "tests/simulation/isolation.h"

int main(int argc, char** argv) {
  std::uint64_t seed = std::random_device()();
  std::uint64_t pairs = 40;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    (flag == "--seed" ? seed : pairs) = std::strtoull(argv[i + 1], nullptr, 10);
  }
  int failed = 0;
  turnstream::simulation::IsolationReport sum;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const auto report = turnstream::simulation::run_pair(seed + i);
    sum.turns += report.turns;
    sum.parts += report.parts;
    sum.changes += report.changes;
    sum.dead_letters += report.dead_letters;
    sum.others += report.others;
    if (report.complaint) {
      ++failed;
      std::printf("seed %llu failed: %s\n", static_cast<unsigned long long>(seed + i), report.complaint->c_str());
      std::fflush(stdout);
    }
  }
  std::printf(
      "%llu pairs from seed %llu: %d failed; %d turns, %d parts with %d changes and %d dead letters compared, "
      "%d parts of the second personas differ as they should\n",
      static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(seed), failed, sum.turns, sum.parts,
      sum.changes, sum.dead_letters, sum.others);
  return failed == 0 && sum.changes > 0 && sum.dead_letters > 0 && sum.others > 0 ? 0 : 1;
}
