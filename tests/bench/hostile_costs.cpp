#include "tests/bench/hostile_costs.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>

#include "tests/bench/hostile_turns.h"
#include "tests/bench/stage_costs.h"

namespace turnstream::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kOrdinaryTurns = 5'000;
constexpr std::size_t kRowsExpected = 1 << 15;

/// CPU time of one turn for each stage, and their sum as the last element.
using Times = std::vector<std::int64_t>;

Times with_sum(Times times) {
  times.push_back(std::accumulate(times.begin(), times.end(), std::int64_t{0}));
  return times;
}

void keep_least(Times& least, const Times& times) {
  if (least.empty()) {
    least = times;
  }
  std::transform(least.begin(), least.end(), times.begin(), least.begin(),
                 [](std::int64_t a, std::int64_t b) { return std::min(a, b); });
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The cost and the length of the median ordinary turn.
struct Ordinary {
  std::vector<double> ns_per_byte;  ///< the median for each stage, and for all together as the last element
  double bytes = 0;
};

Ordinary measure_ordinary(int runs) {
  std::vector<Times> least(kOrdinaryTurns);
  std::vector<double> bytes(kOrdinaryTurns);
  for (int run = 0; run < runs; ++run) {
    StageSet stages;
    TurnSource source(1);
    for (std::size_t i = 0; i < kOrdinaryTurns; ++i) {
      const model::StateExport& turn = source.next();
      keep_least(least[i], with_sum(stages.apply(turn, LogTime{turn.timestamp.value()})));
      bytes[i] = static_cast<double>(source.bytes());
    }
  }
  Ordinary ordinary;
  ordinary.bytes = median(bytes);
  for (std::size_t stage = 0; stage < least.front().size(); ++stage) {
    std::vector<double> costs(kOrdinaryTurns);
    for (std::size_t i = 0; i < kOrdinaryTurns; ++i) {
      costs[i] = static_cast<double>(least[i][stage]) / bytes[i];
    }
    ordinary.ns_per_byte.push_back(median(std::move(costs)));
  }
  return ordinary;
}

/// One run over all turns, which starts without state.
class HostileRun {
 public:
  HostileRun() {
    for (StageHost& host : stages_.hosts()) {
      host.expect_rows(kHostilePersona, kRowsExpected);
    }
  }

  void apply(const HostileTurn& turn, Times& least) {
    const auto parsed = parser_.parse(turn.json);
    if (!parsed.ok()) {
      std::cerr << turn.kind << ": " << parsed.error().message << "\n";
      std::exit(1);
    }
    keep_least(least, with_sum(stages_.apply(**parsed, LogTime{turn.log_time_ms})));
  }
  [[nodiscard]] StageSet& stages() { return stages_; }

 private:
  StageSet stages_;
  codec::TurnParser parser_;
};

}  // namespace

HostileReport measure_hostile(std::size_t turns, int runs) {
  const Ordinary ordinary = measure_ordinary(runs);
  HostileReport report{.turns = turns, .bytes = 0, .stages = {}, .all = {}};
  std::vector<Times> least(turns);
  for (int run = 0; run < runs; ++run) {
    HostileTurns source(kSeed);
    HostileRun now;
    const bool last = run + 1 == runs;
    for (StageHost& host : now.stages().hosts()) {
      if (last) {
        report.stages.emplace_back().stage = host.name();
      }
    }
    report.all.stage = "all";
    for (std::size_t i = 0; i < turns; ++i) {
      const HostileTurn turn = source.next();
      now.apply(turn, least[i]);
      if (!last) {
        continue;
      }
      report.bytes += turn.json.size();
      const double bytes = std::max(static_cast<double>(turn.json.size()), ordinary.bytes);
      for (std::size_t stage = 0; stage < least[i].size(); ++stage) {
        HostileCost& cost = stage < report.stages.size() ? report.stages[stage] : report.all;
        cost.ordinary_ns_per_byte = ordinary.ns_per_byte[stage];
        const double ns_per_byte = static_cast<double>(least[i][stage]) / bytes;
        double& worst_of_kind = cost.worst_of_kind[turn.kind];
        worst_of_kind = std::max(worst_of_kind, ns_per_byte);
        if (ns_per_byte > cost.worst_ns_per_byte) {
          cost.worst_ns_per_byte = ns_per_byte;
          cost.worst = "turn " + std::to_string(i) + ", " + std::to_string(turn.json.size()) + " bytes, " + turn.kind;
        }
      }
    }
    for (std::size_t stage = 0; stage < report.stages.size(); ++stage) {
      report.stages[stage].size = now.stages().hosts()[stage].size(kHostilePersona);
    }
  }
  return report;
}

}  // namespace turnstream::bench
