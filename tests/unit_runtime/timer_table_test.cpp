#include "pipeline/runtime/task/timer_table.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::runtime {
namespace {

struct TableFixture {
  store::MemoryStore store;
  store::StateTable state{store, *store.table("episodic"), Partition{0}, 1u << 20};
  TimerTable timers{state};

  void arm(const std::string& persona, const std::string& name, std::int64_t due, int failures = 0) {
    REQUIRE(timers.arm({LogTime{due}, persona, name, failures}).ok());
  }
  std::string due(std::int64_t now, std::size_t limit = 100) {
    auto found = timers.due(LogTime{now}, limit);
    REQUIRE(found.ok());
    return text(*found);
  }
  std::string due_of(const std::string& persona, std::int64_t now) {
    auto found = timers.due_of(persona, LogTime{now});
    REQUIRE(found.ok());
    return text(*found);
  }
  static std::string text(const std::vector<Timer>& found) {
    std::string all;
    for (const auto& timer : found) {
      all += std::to_string(timer.due.value()) + "/" + timer.persona + "/" + timer.name + " ";
    }
    return all;
  }
};

}  // namespace

TEST_CASE_FIXTURE(TableFixture, "due timers come by due time then persona then name") {
  arm("b", "x", 100);
  arm("a", "y", 100);
  arm("a", "x", 100);
  arm("c", "x", 50);
  arm("a", "late", 101);
  CHECK(due(100) == "50/c/x 100/a/x 100/a/y 100/b/x ");
  CHECK(due(100, 2) == "50/c/x 100/a/x ");
  CHECK(due(49).empty());
}

TEST_CASE_FIXTURE(TableFixture, "a persona's timers come in the order of due time and name") {
  arm("a", "y", 10);
  arm("a", "x", 10);
  arm("a", "z", 5);
  arm("a", "late", 11);
  arm("b", "x", 1);
  CHECK(due_of("a", 10) == "5/a/z 10/a/x 10/a/y ");
  CHECK(due_of("nobody", 10).empty());
}

TEST_CASE_FIXTURE(TableFixture, "arming an armed name moves it") {
  arm("a", "x", 10);
  arm("a", "x", 20);
  CHECK(due(15).empty());
  CHECK(due(20) == "20/a/x ");
  arm("a", "x", 5);
  CHECK(due(20) == "5/a/x ");
}

TEST_CASE_FIXTURE(TableFixture, "a cancelled timer is removed from both orders") {
  arm("a", "x", 10);
  arm("a", "y", 10);
  REQUIRE(timers.cancel("a", "x").ok());
  REQUIRE(timers.cancel("a", "never armed").ok());
  CHECK(due(100) == "10/a/y ");
  CHECK(due_of("a", 100) == "10/a/y ");
}

TEST_CASE_FIXTURE(TableFixture, "a timer is taken once and not after it was moved") {
  arm("a", "x", 10);
  const auto found = *timers.due(LogTime{10}, 1);
  arm("a", "x", 9);
  CHECK(*timers.take(found.front()) == false);
  CHECK(*timers.take({LogTime{9}, "a", "x", 0}) == true);
  CHECK(*timers.take({LogTime{9}, "a", "x", 0}) == false);
  CHECK(due(100).empty());
  CHECK(due_of("a", 100).empty());
}

TEST_CASE_FIXTURE(TableFixture, "the number of failures is kept and bounded") {
  arm("a", "x", 10, 3);
  arm("a", "y", 10, 1000);
  const auto found = *timers.due(LogTime{10}, 10);
  REQUIRE(found.size() == 2);
  CHECK(found[0].failures == 3);
  CHECK(found[1].failures == 255);
}

TEST_CASE_FIXTURE(TableFixture, "each of many personas with unusual names fires its own timers") {
  std::vector<std::string> personas;
  for (int i = 0; i < 300; ++i) {
    std::string persona = "p";
    persona.push_back(static_cast<char>(i % 256));
    persona.push_back('\0');
    persona += std::to_string(i);
    personas.push_back(persona);
    arm(persona, std::string("n\0\xff", 3), 10 + i);
  }
  const auto found = *timers.due(LogTime{1000}, 1000);
  REQUIRE(found.size() == 300);
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].persona == personas[i]);
    CHECK(found[i].name == std::string("n\0\xff", 3));
    CHECK(*timers.take(found[i]) == true);
  }
  CHECK(due(1000).empty());
}

TEST_CASE_FIXTURE(TableFixture, "a timer's name can be long and its due time can be 0") {
  const std::string name(2048, 'n');
  arm("a", name, 0);
  const auto found = *timers.due_of("a", LogTime{0});
  REQUIRE(found.size() == 1);
  CHECK(found[0].name == name);
  CHECK(timers.due(LogTime{-1}, 10)->empty());
}

TEST_CASE_FIXTURE(TableFixture, "timers that were armed after a savepoint are rolled back") {
  arm("a", "x", 10);
  const auto mark = state.savepoint();
  arm("a", "x", 20);
  arm("b", "y", 5);
  state.rollback(mark);
  CHECK(due(100) == "10/a/x ");
  CHECK(due_of("b", 100).empty());
}

TEST_CASE_FIXTURE(TableFixture, "a damaged row is an error and not a crash") {
  arm("a", "x", 10);
  state.put(persona_key('p', "a"), "short");
  const auto found = timers.due_of("a", LogTime{10});
  REQUIRE_FALSE(found.ok());
  CHECK(found.error().reaction == Reaction::kRebuildState);
}

}  // namespace turnstream::runtime
