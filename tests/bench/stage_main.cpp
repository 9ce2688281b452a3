// stage_bench [--part scale|point|rules|hostile|lifecycle|digest|all] [--size tiny|short|full] [--turns N] [--runs N]
//             [--personas N] [--interval-s N] [--locomo FILE] [--out FILE]
// Prints tables of the CPU time that the product's stages need for a turn, and writes the same as JSON. --runs is for the hostile part,
// --turns for it and for `point`, which is one line of `scale` for a profiler: so many turns of so many personas, with the given
// seconds between two turns of a persona. It also prints the worst turns.
// `digest` prints no times, but a hash of what each stage makes of so many turns, or of LoCoMo's, and what it does with its
// state for a turn: compare two programs by it. `all` is without point and digest.
// Exit code 1 if the cost per byte of a hostile turn is over its maximum, 2 for an unknown option. Needs no broker.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/bench/hostile_costs.h"
#include "tests/bench/lifecycle_costs.h"
#include "tests/bench/output_digest.h"
#include "tests/bench/rule_costs.h"
#include "tests/bench/stage_costs.h"

namespace {

using Json = nlohmann::json;
using turnstream::bench::CostPoint;
using turnstream::bench::HostileCost;
using turnstream::bench::StageHost;

Json describe(const CostPoint& point) {
  Json line{{"personas", point.personas}, {"turns", point.turns},       {"parse_us", point.parse_us},
            {"stage_us", point.stage_us}, {"worst_us", point.worst_us}, {"resident_bytes", point.resident_bytes}};
  for (const StageHost::Size& size : point.sizes) {
    line["sizes"].push_back({{"rows", size.rows}, {"bytes", size.bytes}});
  }
  return line;
}

Json describe(const HostileCost& cost) {
  return {{"stage", cost.stage},
          {"ordinary_ns_per_byte", cost.ordinary_ns_per_byte},
          {"worst_ns_per_byte", cost.worst_ns_per_byte},
          {"factor", cost.factor()},
          {"worst", cost.worst},
          {"worst_of_kind", cost.worst_of_kind},
          {"rows", cost.size.rows},
          {"bytes", cost.size.bytes}};
}

void print_heading(const char* title) {
  std::printf("\n%s\n%9s %9s %8s", title, "personas", "turns", "parse");
  for (const std::string& name : turnstream::bench::StageSet().names()) {
    std::printf(" %9s", name.c_str());
  }
  std::printf(" %9s\n", "all");
}

void print_costs(const CostPoint& point) {
  double all = 0;
  std::printf("%9lld %9lld %8.1f", static_cast<long long>(point.personas), static_cast<long long>(point.turns),
              point.parse_us);
  for (const double us : point.stage_us) {
    std::printf(" %9.1f", us);
    all += us;
  }
  std::printf(" %9.1f\n", all);
  std::fflush(stdout);
}

void print_sizes(const CostPoint& point) {
  std::printf("  state of a persona after %lld turns, rows / bytes:",
              static_cast<long long>(point.turns / point.personas));
  for (const StageHost::Size& size : point.sizes) {
    std::printf("  %lld / %lld", static_cast<long long>(size.rows), static_cast<long long>(size.bytes));
  }
  std::printf("\n");
}

void print_worst(const CostPoint& point) {
  std::printf("  worst turn: ");
  for (const double us : point.worst_us) {
    std::printf("  %.0f", us);
  }
  std::printf("\n");
}

void run_points(Json& result, std::int64_t personas, const std::vector<std::int64_t>& turns, std::int64_t part,
                std::int64_t interval_ms = turnstream::bench::kPersonaIntervalMs) {
  for (const CostPoint& point : turnstream::bench::measure_stages(personas, turns, part, interval_ms)) {
    print_costs(point);
    print_worst(point);
    print_sizes(point);
    result.push_back(describe(point));
  }
}

Json measure_point(std::int64_t personas, std::int64_t turns, std::int64_t interval_ms) {
  Json result = Json::array();
  print_heading("CPU us a turn, last half of the turns");
  run_points(result, personas, {turns}, 2, interval_ms);
  return result;
}

/// How much the parts measure, by --size.
struct Size {
  std::vector<std::int64_t> personas;
  std::int64_t turns_each = 10;       ///< of these personas
  std::vector<std::int64_t> turns;    ///< of 1,000 personas
  std::vector<std::int64_t> history;  ///< turns of one persona
  std::vector<std::int64_t> items;    ///< long-term items of one persona
};

const std::map<std::string, Size> kSizes{
    {"tiny", {{10, 100}, 10, {2'000}, {200}, {1'000}}},
    {"short", {{10, 100, 1'000, 10'000}, 10, {2'000, 20'000}, {500, 5'000}, {1'000, 10'000}}},
    {"full",
     {{10, 100, 1'000, 10'000},
      100,
      {10'000, 100'000, 1'000'000},
      {1'000, 10'000, 100'000},
      {10'000, 100'000, 300'000}}}};

Json measure_scale(const Size& size) {
  Json result = Json::array();
  // Each persona has the same number of turns in every row. The last table shows the cost of a persona's own history.
  print_heading("CPU us a turn by number of personas");
  for (const std::int64_t personas : size.personas) {
    run_points(result, personas, {personas * size.turns_each}, 2);
  }
  print_heading("CPU us a turn by number of turns");
  run_points(result, 1'000, size.turns, 10);
  print_heading("CPU us a turn of one persona as its history grows");
  run_points(result, 1, size.history, 10);
  return result;
}

Json measure_rules() {
  Json result = Json::array();
  std::printf("\nCPU us a turn by group of rules\n");
  for (const auto& cost : turnstream::bench::measure_rules()) {
    std::printf("%10s  %-32s %7.2f\n", cost.stage.c_str(), cost.rules.c_str(), cost.us_per_turn);
    result.push_back({{"stage", cost.stage}, {"rules", cost.rules}, {"us_per_turn", cost.us_per_turn}});
  }
  return result;
}

void print_hostile(const HostileCost& cost) {
  std::printf("%10s %9.1f %9.1f %7.1f  %8lld %10lld  %s\n", cost.stage.c_str(), cost.ordinary_ns_per_byte,
              cost.worst_ns_per_byte, cost.factor(), static_cast<long long>(cost.size.rows),
              static_cast<long long>(cost.size.bytes), cost.worst.c_str());
}

Json measure_hostile(std::size_t turns, int runs, bool& holds) {
  const auto report = turnstream::bench::measure_hostile(turns, runs);
  std::printf("\n%zu hostile turns of one persona, %.1f MB, least of %d runs, CPU ns a byte\n", report.turns,
              static_cast<double>(report.bytes) / 1e6, runs);
  std::printf("%10s %9s %9s %7s  %8s %10s  %s\n", "", "ordinary", "worst", "factor", "rows", "bytes", "worst turn");
  Json result{
      {"turns", report.turns}, {"bytes", report.bytes}, {"stages", Json::array()}, {"all", describe(report.all)}};
  for (const HostileCost& cost : report.stages) {
    print_hostile(cost);
    result["stages"].push_back(describe(cost));
  }
  print_hostile(report.all);
  holds = report.all.factor() <= turnstream::bench::kHostileFactorMax;
  std::printf("no turn may cost more than %.0f times the ordinary one's CPU a byte: %s\n",
              turnstream::bench::kHostileFactorMax, holds ? "holds" : "BROKEN");
  return result;
}

Json measure_lifecycle(const Size& size) {
  const auto costs = turnstream::bench::measure_lifecycle(size.items);
  Json result = Json::array();
  std::printf(
      "\nlifecycle, one persona: items, CPU us a turn (mean, worst), promotions a turn, archived rows / JSON, "
      "seconds to forget all (this stage, all stages)\n");
  for (const auto& cost : costs) {
    std::printf("%9lld %8.1f %9.1f %6.2f %6.3f %7.2f %7.2f\n", static_cast<long long>(cost.items), cost.us_per_turn,
                cost.worst_us, cost.promotions_per_turn, cost.archived_share, cost.forget_s, cost.all_forget_s);
    result.push_back({{"items", cost.items},
                      {"us_per_turn", cost.us_per_turn},
                      {"worst_us", cost.worst_us},
                      {"promotions_per_turn", cost.promotions_per_turn},
                      {"archived_share", cost.archived_share},
                      {"forget_s", cost.forget_s},
                      {"all_forget_s", cost.all_forget_s}});
  }
  return result;
}

void print_digests(const char* title, const std::vector<turnstream::bench::StageDigest>& digests, std::int64_t turns) {
  std::printf("\n%s: %lld turns. For one of them:\n", title, static_cast<long long>(turns));
  std::printf("%13s %16s %16s %6s %6s %6s %8s %6s %7s %6s %8s %7s\n", "", "output", "state", "calls", "gets", "puts",
              "ordered", "bytes", "erases", "scans", "changes", "events");
  for (const auto& [stage, tally, state_hash] : digests) {
    const auto each = [turns](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(turns); };
    std::printf("%13s %016llx %016llx %6.2f %6.1f %6.1f %8.1f %6.0f %7.1f %6.1f %8.1f %7.2f\n", stage.c_str(),
                static_cast<unsigned long long>(tally.output_hash), static_cast<unsigned long long>(state_hash),
                each(tally.calls), each(tally.gets), each(tally.puts), each(tally.ordered_puts), each(tally.put_bytes),
                each(tally.erases), each(tally.scans), each(tally.changes), each(tally.events));
  }
}

void print_digest(std::int64_t personas, std::int64_t turns, const std::string& locomo) {
  print_digests("generated", turnstream::bench::digest_generated(personas, turns), turns);
  if (!locomo.empty()) {
    std::int64_t messages = 0;
    const auto digests = turnstream::bench::digest_locomo(locomo, messages);
    print_digests("LoCoMo", digests, messages);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> flags{{"--part", "all"}, {"--size", "full"},      {"--turns", "100000"},
                                           {"--runs", "3"},   {"--personas", "1000"},  {"--out", ""},
                                           {"--locomo", ""},  {"--interval-s", "3600"}};
  for (int i = 1; i < argc; i += 2) {
    if (!flags.contains(argv[i]) || i + 1 == argc) {
      std::fprintf(stderr, "stage_bench: unknown option or no value: %s\n", argv[i]);
      return 2;
    }
    flags[argv[i]] = argv[i + 1];
  }
  const auto size = kSizes.find(flags["--size"]);
  if (size == kSizes.end()) {
    std::fprintf(stderr, "stage_bench: --size takes tiny, short or full\n");
    return 2;
  }
  const auto wanted = [&flags](const std::string& part) { return flags["--part"] == "all" || flags["--part"] == part; };
  Json result{{"stages", turnstream::bench::StageSet().names()}};
  bool holds = true;
  if (wanted("rules")) {
    result["rules"] = measure_rules();
  }
  if (wanted("hostile")) {
    result["hostile"] = measure_hostile(std::stoul(flags["--turns"]), std::stoi(flags["--runs"]), holds);
  }
  if (wanted("lifecycle")) {
    result["lifecycle"] = measure_lifecycle(size->second);
  }
  if (flags["--part"] == "point") {
    result["point"] = measure_point(std::stoll(flags["--personas"]), std::stoll(flags["--turns"]),
                                    std::stoll(flags["--interval-s"]) * 1'000);
  }
  if (flags["--part"] == "digest") {
    print_digest(std::stoll(flags["--personas"]), std::stoll(flags["--turns"]), flags["--locomo"]);
  }
  if (wanted("scale")) {
    result["scale"] = measure_scale(size->second);
  }
  if (!flags["--out"].empty()) {
    std::ofstream(flags["--out"]) << result.dump(1) << "\n";
  }
  return holds ? 0 : 1;
}
