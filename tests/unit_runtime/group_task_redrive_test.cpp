#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pipeline/runtime/task/turn_window.h"
#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {
namespace {

struct RedriveFixture : PartitionFixture {
  /// A turn that `stage` fails with a final error.
  std::int64_t failed_turn(const std::string& stage) {
    faults = std::make_unique<FaultInjector>(std::vector<InjectedFault>{{stage, turn_id("T2"), false, 1}});
    open();
    const auto offset = turn("T2", "hello");
    run();
    REQUIRE(verdict(stage, offset).rfind("failure", 0) == 0);
    return offset;
  }
};

}  // namespace

TEST_CASE_FIXTURE(RedriveFixture, "a redriven turn is processed by its stage and later phases follow its changes") {
  const auto failed = failed_turn("semantic");
  const auto undisturbed = turn("T3", "hello");
  const auto redriven = redrive("semantic", failed);
  run();
  CHECK(verdict("semantic", redriven) == "success");
  CHECK(answer("semantic", redriven).cause_kind == "redrive");
  CHECK(answer("semantic", redriven).cause_id == "R");
  CHECK_FALSE(answer("semantic", redriven).turn_id.has_value());
  CHECK(changes("semantic", redriven) == "insight:memory-" + turn_id("T2") + " memory:" + turn_id("T2") + " ");
  for (const std::string stage : {"episodic", "skill", "pattern"}) {
    CHECK(verdict(stage, redriven) == "success");
    CHECK(changes(stage, redriven).empty());
    CHECK(state_row(stage, "helper", "calls") == "tt");
  }
  CHECK(changes("lifecycle", redriven) ==
        "insight:insight-memory-" + turn_id("T2") + " insight:memory-" + turn_id("T2") + " ");
  CHECK(state_row("lifecycle", "helper", "calls") == "ttr");
  CHECK(changes("lifecycle", undisturbed) != "");
}

TEST_CASE_FIXTURE(RedriveFixture, "a turn redriven twice is processed once") {
  const auto failed = failed_turn("semantic");
  const auto first = redrive("semantic", failed);
  const auto second = redrive("semantic", failed);
  run();
  for (const std::string stage : {"semantic", "consolidation", "lifecycle"}) {
    CHECK(changes(stage, first) != "");
    CHECK(changes(stage, second).empty());
    REQUIRE(answer(stage, second).duplicate_of.has_value());
    CHECK(answer(stage, second).duplicate_of->offset == Offset{first});
  }
  restart();
  const auto third = redrive("semantic", failed);
  run();
  CHECK(answer("semantic", third).duplicate_of.has_value());
}

TEST_CASE_FIXTURE(RedriveFixture, "the window of redriven turns has the same bound as the window of turns") {
  const auto failed = failed_turn("semantic");
  redrive("semantic", failed);
  run();
  auto& state = task("semantic").state();
  TurnWindow window{state, kRedrivenTurns};
  REQUIRE(window.find("helper", turn_id("T2"))->has_value());
  for (std::uint64_t i = 0; i < kTurnWindowTurnsMax; ++i) {
    REQUIRE(window.add("helper", std::to_string(i), {}).ok());
  }
  CHECK_FALSE(window.find("helper", turn_id("T2"))->has_value());
  CHECK(window.find("helper", "0")->has_value());
}

TEST_CASE_FIXTURE(RedriveFixture, "a turn redriven to the admission gate is processed as a turn by the later phases") {
  const auto failed = failed_turn("episodic");
  const auto redriven = redrive("episodic", failed);
  run();
  CHECK(changes("episodic", redriven) == "memory:" + turn_id("T2") + " ");
  CHECK(changes("skill", redriven).empty());
  CHECK(changes("semantic", redriven) == "insight:memory-" + turn_id("T2") + " memory:" + turn_id("T2") + " ");
  CHECK(changes("lifecycle", redriven).find("memory:" + turn_id("T2")) != std::string::npos);
  const auto again = redrive("episodic", failed);
  const auto republished = turn("T2", "hello");
  run();
  CHECK(changes("lifecycle", again).empty());
  CHECK(changes("lifecycle", republished).empty());
  CHECK(answer("episodic", republished).duplicate_of.has_value());
}

TEST_CASE_FIXTURE(RedriveFixture,
                  "a turn that was republished with success is not redriven a second time into the gate") {
  const auto failed = failed_turn("episodic");
  turn("T2", "hello");
  const auto redriven = redrive("episodic", failed);
  run();
  CHECK(answer("episodic", redriven).duplicate_of.has_value());
  CHECK(changes("semantic", redriven).empty());
}

TEST_CASE_FIXTURE(RedriveFixture, "changes of a redriven first phase reach stages that do not read it themselves") {
  const auto failed = failed_turn("skill");
  const auto redriven = redrive("skill", failed);
  run();
  CHECK(changes("semantic", redriven) == "insight:memory-" + turn_id("T2") + " ");
  CHECK(changes("lifecycle", redriven) == "insight:insight-memory-" + turn_id("T2") + " ");
  CHECK(changes("episodic", redriven).empty());
}

TEST_CASE_FIXTURE(RedriveFixture, "a redrive that fails again is a dead letter again") {
  const auto failed = turn("T2", "semantic=fail");
  const auto redriven = redrive("semantic", failed);
  run();
  CHECK(verdict("semantic", redriven) == "failure/word");
  CHECK(verdict("pattern", redriven) == "success");
  CHECK(verdict("lifecycle", redriven) == "partial/upstream");
  REQUIRE(dead_letters().size() == 2);
  CHECK(dead_letters()[1].header("dl_turn_id") == turn_id("T2"));
  CHECK(dead_letters()[1].value == log[redriven].value);
}

TEST_CASE_FIXTURE(RedriveFixture, "a redrive whose dead letter is not a turn is failed by its stage alone") {
  log[99] = {"turnstream.log", 0, 99, "helper", "not a turn", {}};
  const auto redriven = redrive("semantic", 99);
  run();
  CHECK(verdict("semantic", redriven) == "failure/invalid_json");
  CHECK(verdict("episodic", redriven) == "success");
  CHECK(verdict("consolidation", redriven) == "partial/upstream");
  CHECK(dead_letters().size() == 1);
}

TEST_CASE_FIXTURE(RedriveFixture, "a redrive of another persona's turn is failed by its stage and changes nothing") {
  const auto failed = failed_turn("semantic");
  log[failed].key = "other";
  const auto redriven = redrive("semantic", failed);
  run();
  CHECK(verdict("semantic", redriven) == "failure/key_mismatch");
  CHECK(changes("semantic", redriven).empty());
  CHECK(verdict("episodic", redriven) == "success");
  CHECK(state_row("semantic", "other", "calls") == "(none)");
  CHECK(changes("lifecycle", redriven).empty());
}

TEST_CASE_FIXTURE(RedriveFixture,
                  "a redrive in the log whose upstream parts are not completions is failed by its stage alone") {
  const auto failed = failed_turn("semantic");
  std::vector<std::int64_t> redriven;
  for (const auto& part : nlohmann::json::array({"{}", "", nlohmann::json::object(), 7, nullptr})) {
    const nlohmann::json args{{"stage", "semantic"},
                              {"dead_letter", log[failed].value},
                              {"upstream", {{{"stage", "episodic"}, {"parts", {part}}}}}};
    const nlohmann::json command{{"kind", "redrive"}, {"command_id", "R"}, {"persona_id", "helper"}, {"args", args}};
    redriven.push_back(append("redrive", 0, "helper", command.dump()));
  }
  run();
  for (const auto offset : redriven) {
    CHECK(verdict("semantic", offset) == "failure/bad_completion");
    CHECK(verdict("skill", offset) == "success");
    CHECK(verdict("lifecycle", offset) == "partial/upstream");
  }
  CHECK(dead_letters().size() == 1 + redriven.size());
}

TEST_CASE_FIXTURE(RedriveFixture, "a redrive with invalid arguments does not stop the process") {
  for (const std::string args :
       {R"({})", R"({"args":3})", R"({"args":{"stage":"semantic","upstream":[1,{"parts":[2]}]}})",
        R"({"args":{"stage":"nobody","dead_letter":"x"}})", "not json"}) {
    append("redrive", 0, "helper", args);
  }
  run();
  CHECK(group->next() == NextOffset{5});
}

}  // namespace turnstream::runtime
