#include "pipeline/runtime/task/turn_window.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/store/memory_store.h"

namespace turnstream::runtime {
namespace {

struct WindowFixture {
  store::MemoryStore store;
  store::StateTable state{store, *store.table("episodic"), Partition{0}, 64u << 20};
  TurnWindow window{state, kAdmittedTurns};

  void add(const std::string& persona, std::uint64_t number) {
    REQUIRE(
        window.add(persona, "T" + std::to_string(number), {number * 7, Offset{static_cast<std::int64_t>(number)}, 0})
            .ok());
  }
  std::optional<SeenTurn> find(const std::string& persona, std::uint64_t number) {
    auto seen = window.find(persona, "T" + std::to_string(number));
    REQUIRE(seen.ok());
    return *seen;
  }
};

}  // namespace

TEST_CASE_FIXTURE(WindowFixture, "a turn that was added is found with its hash and offset") {
  CHECK_FALSE(find("helper", 5).has_value());
  add("helper", 5);
  const auto seen = find("helper", 5);
  REQUIRE(seen.has_value());
  CHECK(seen->content_hash == 35);
  CHECK(seen->offset == Offset{5});
  CHECK_FALSE(find("other", 5).has_value());
}

TEST_CASE_FIXTURE(WindowFixture, "the window holds the last 4096 turns of a persona") {
  constexpr std::uint64_t kTurns = 4096 + 100;
  for (std::uint64_t i = 0; i < kTurns; ++i) {
    add("helper", i);
    state.release_savepoints();
  }
  add("other", 1);
  CHECK_FALSE(find("helper", 0).has_value());
  CHECK_FALSE(find("helper", 99).has_value());
  CHECK(find("helper", 100).has_value());
  CHECK(find("helper", kTurns - 1).has_value());
  std::uint64_t rows = 0;
  state.for_each_dirty([&](std::string_view key, std::optional<std::string_view> value) {
    rows += value && key.front() == 'w' && key.find("helper") == 1 ? 1 : 0;
  });
  CHECK(rows == 4096);
}

TEST_CASE_FIXTURE(WindowFixture, "a displaced turn may come again and is then the newest") {
  for (std::uint64_t i = 0; i < 4097; ++i) {
    add("helper", i);
  }
  CHECK_FALSE(find("helper", 0).has_value());
  add("helper", 0);
  CHECK(find("helper", 0).has_value());
  CHECK_FALSE(find("helper", 1).has_value());
  CHECK(find("helper", 2).has_value());
}

TEST_CASE_FIXTURE(WindowFixture, "a rolled-back turn is not in the window and takes no place") {
  add("helper", 1);
  const auto mark = state.savepoint();
  add("helper", 2);
  state.rollback(mark);
  CHECK_FALSE(find("helper", 2).has_value());
  for (std::uint64_t i = 10; i < 10 + 4095; ++i) {
    add("helper", i);
  }
  CHECK(find("helper", 1).has_value());
}

TEST_CASE_FIXTURE(WindowFixture, "the windows of admitted and of redriven turns do not see each other") {
  TurnWindow redriven{state, kRedrivenTurns};
  add("helper", 1);
  CHECK_FALSE(redriven.find("helper", "T1")->has_value());
  REQUIRE(redriven.add("helper", "T2", {1, Offset{2}, 0}).ok());
  CHECK_FALSE(find("helper", 2).has_value());
  CHECK(redriven.find("helper", "T2")->has_value());
}

}  // namespace turnstream::runtime
