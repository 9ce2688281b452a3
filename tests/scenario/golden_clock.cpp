// A wall clock that jumps ten years ahead for a while: memory is the same as without the jump.
#include <algorithm>
#include <doctest/doctest.h>

#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {
namespace {

constexpr std::int64_t kStart = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr std::int64_t kTickMs = 30'000;
constexpr std::int64_t kTenYearsMs = std::int64_t{3'652} * 86'400'000;
constexpr std::int64_t kWaitUsMax = 60'000'000;

std::size_t ticks_in(const std::vector<Seen>& log) {
  return static_cast<std::size_t>(
      std::count_if(log.begin(), log.end(), [](const Seen& seen) { return seen.headers.at("kind") == "tick"; }));
}

/// Moves the time to the next tick and waits until its record is in the log.
void pass_a_tick(Pipeline& pipeline, ManualClock& clock) {
  const std::size_t before = ticks_in(pipeline.read(pipeline.names().log()));
  clock.advance_ms(kTickMs);
  const SystemClock machine;
  const std::int64_t until_us = machine.monotonic_now().value() + kWaitUsMax;
  while (ticks_in(pipeline.read(pipeline.names().log())) == before) {
    REQUIRE_MESSAGE(machine.monotonic_now().value() < until_us, "no tick came");
  }
}

void talk_once(Pipeline& pipeline, int number) {
  auto turn = empty_turn(number, "10:00:00");
  turn["turn_data"]["user_input"] = "I prefer TypeScript for large codebases";
  turn["turn_data"]["assistant_response"] = "Noted.";
  turn["tool_executions"] = {tool("search"), tool("read")};
  turn["observations"] = nlohmann::json::array({observation("o" + std::to_string(number), "api port is 8080")});
  pipeline.publish(turn);
  pipeline.drain();
}

struct Memory {
  std::vector<std::string> completions;
  std::size_t skills = 0;
  std::size_t patterns = 0;
  std::size_t facts = 0;
  std::size_t items = 0;
};

/// Turns and ticks; between the third and the fourth tick the wall clock is `jump_ms` ahead.
Memory memory_after(const std::string& grouping, std::int64_t jump_ms) {
  ManualClock clock(WallTime{kStart});
  Pipeline pipeline({.grouping = grouping, .wall_clock = &clock});
  for (int number = 1; number <= 6; ++number) {
    talk_once(pipeline, number);
    clock.step_wall_ms(number == 3 ? jump_ms : number == 4 ? -jump_ms : 0);
    pass_a_tick(pipeline, clock);
  }
  pipeline.drain();
  Memory memory;
  for (const std::string stage : {"episodic", "skill", "semantic", "pattern"}) {
    for (const Seen& seen : pipeline.read(pipeline.names().completions(stage))) {
      auto completion = seen.json();
      // How intake's records are spread over transactions, and so their offsets, depends on the machine.
      for (const char* name : {"log", "attempts", "duration_ms"}) {
        completion.erase(name);
      }
      std::string text = completion.dump();
      const std::string& own = pipeline.names().name_space();
      for (auto at = text.find(own); at != std::string::npos; at = text.find(own)) {
        text.replace(at, own.size(), "NS");
      }
      memory.completions.push_back(std::move(text));
    }
  }
  memory.skills = pipeline.things("skill", "skill").size();
  memory.patterns = pipeline.things("pattern", "pattern").size();
  memory.facts = pipeline.things("semantic", "fact").size();
  memory.items = pipeline.items().size();
  CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  return memory;
}

}  // namespace

TEST_CASE("a wall clock ten years ahead for a while leaves memory as it is without the jump") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    const Memory calm = memory_after(grouping, 0);
    const Memory jumped = memory_after(grouping, kTenYearsMs);
    CHECK(calm.skills > 0);
    CHECK(calm.patterns > 0);
    CHECK(calm.facts > 0);
    CHECK(calm.items > 0);
    CHECK(jumped.skills == calm.skills);
    CHECK(jumped.patterns == calm.patterns);
    CHECK(jumped.facts == calm.facts);
    CHECK(jumped.items == calm.items);
    CHECK(jumped.completions == calm.completions);
  }
}

}  // namespace turnstream::scenario
