#include "tests/bench/unit_costs.h"

#include <sys/resource.h>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/store/rocks_store.h"
#include "pipeline/store/state_table.h"
#include "tests/bench/made_turn.h"

namespace turnstream::bench {
namespace {

constexpr int kRounds = 20'000;
constexpr int kPersonas = 1'000;

double thread_cpu_us() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

Result<double> parse_cost() {
  codec::TurnParser parser;
  const auto turn = make_turn(7, kPersonas);
  const double before = thread_cpu_us();
  for (int i = 0; i < kRounds; ++i) {
    TS_RETURN_IF_ERROR(parser.parse(turn).ok() ? Status()
                                               : Status(make_error("bench", Reaction::kStopProcess, "bad turn")));
  }
  return (thread_cpu_us() - before) / kRounds;
}

double serialise_cost() {
  model::Completion completion;
  completion.stage = "episodic";
  completion.turn_id = "01JGFJJZ000000000000000007";
  completion.persona_id = "persona-7";
  completion.cause_kind = "turn";
  completion.cause_id = *completion.turn_id;
  completion.changes.push_back(
      {model::ChangeOp::kPut, "memory", "7", R"({"filler":")" + std::string(700, 'x') + R"("})", false});
  std::string out;
  const double before = thread_cpu_us();
  for (int i = 0; i < kRounds; ++i) {
    out.clear();
    codec::append_completion(out, completion);
  }
  return (thread_cpu_us() - before) / kRounds;
}

}  // namespace

Result<UnitCosts> measure_unit_costs(const std::string& state_folder) {
  UnitCosts costs;
  TS_ASSIGN_OR_RETURN(costs.parse_us, parse_cost());
  costs.serialise_us = serialise_cost();
  TS_ASSIGN_OR_RETURN(const auto store, store::RocksStore::open(state_folder, {}));
  TS_ASSIGN_OR_RETURN(const auto table, store->table("unit"));
  store::StateTable state(*store, table, Partition{0}, 64u << 20);
  const std::string value(300, 'v');
  double state_us = 0;
  double store_us = 0;
  for (int round = 0; round < kRounds; ++round) {
    const double before = thread_cpu_us();
    const auto prefix = "spersona-" + std::to_string(round % kPersonas) + "|";
    const auto slot = std::to_string(round / kPersonas % 100);
    for (const char kind : {'n', 'a', 'b', 'c'}) {
      TS_ASSIGN_OR_RETURN(const auto found, state.get(prefix + kind + slot));
      (void)found;
    }
    for (const char kind : {'n', 'a', 'b', 'c', 'd', 'e'}) {
      state.put(prefix + kind + slot, value);
    }
    state.release_savepoints();
    const double after = thread_cpu_us();
    state_us += after - before;
    if (round % 1000 == 999) {
      auto batch = store->make_batch();
      state.seal(*batch);
      TS_RETURN_IF_ERROR(store->write(*batch));
      state.written();
      state.trim();
      store_us += thread_cpu_us() - after;
    }
  }
  costs.state_us = state_us / kRounds;
  costs.store_us = store_us / kRounds;
  return costs;
}

}  // namespace turnstream::bench
