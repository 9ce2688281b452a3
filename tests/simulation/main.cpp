// simulation [--schedules N] [--seed S] [--stages own|reference|both]: runs N schedules with the seeds S, S + 1, ….
// With `both`, the default, odd seeds run the product's stages and even seeds the reference stages. It prints each seed
// that fails; `--seed S --schedules 1` repeats exactly that schedule. Exit code 1 if a schedule failed, 2 for an
// unknown flag.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/simulation/schedule.h"

namespace {

using turnstream::simulation::StageKind;

StageKind kind_of(std::string_view stages, std::uint64_t seed) {
  const bool is_own = stages == "own" || (stages == "both" && seed % 2 == 1);
  return is_own ? StageKind::kOwn : StageKind::kReference;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::uint64_t schedules = 200;
  std::string_view stages = "both";
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
    if (flag == "--stages" && (value == "own" || value == "reference" || value == "both")) {
      stages = value;
    } else if ((flag == "--seed" || flag == "--schedules") && !value.empty()) {
      (flag == "--seed" ? seed : schedules) = std::strtoull(argv[i + 1], nullptr, 10);
    } else {
      std::fprintf(stderr, "usage: simulation [--schedules N] [--seed S] [--stages own|reference|both]\n");
      return 2;
    }
  }
  int failed = 0;
  long long crashes = 0;
  long long records = 0;
  long long requests = 0;
  std::array<long long, 5> answers = {};
  for (std::uint64_t i = 0; i < schedules; ++i) {
    const auto report = turnstream::simulation::run_schedule(seed + i, kind_of(stages, seed + i));
    crashes += report.crashes;
    records += report.log_records;
    requests += report.requests;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      answers[k] += report.answers[k];
    }
    if (report.complaint) {
      ++failed;
      std::printf("seed %llu failed: %s\n", static_cast<unsigned long long>(seed + i), report.complaint->c_str());
      std::fflush(stdout);
    }
  }
  std::printf("%llu schedules from seed %llu over %s stages: %d failed, %lld kills, %lld log records\n",
              static_cast<unsigned long long>(schedules), static_cast<unsigned long long>(seed), stages.data(), failed,
              crashes, records);
  std::printf(
      "%lld requests; answers: %lld good, %lld late, %lld a second time, %lld with another hash, %lld to unknown "
      "requests\n",
      requests, answers[0], answers[1], answers[2], answers[3], answers[4]);
  return failed == 0 ? 0 : 1;
}
