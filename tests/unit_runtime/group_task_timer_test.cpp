#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {
namespace {

struct Ticking : PartitionFixture {
  /// Arms one timer for each of the `count` personas p000, p001, … in all stages.
  void arm_many(int count, std::int64_t due) {
    for (int i = 0; i < count; ++i) {
      const auto number = std::to_string(1000 + i).substr(1);
      turn("T" + number, "arm:x:" + std::to_string(due), 0, "p" + number);
    }
    run();
  }
  /// "persona/changes" of each part, in order.
  std::string parts_text(const std::string& stage, std::int64_t offset) const {
    std::string all;
    for (const auto& part : parts(stage, offset)) {
      all += part.persona_id.value_or("(null)");
      for (const auto& change : part.changes) {
        all += "/" + change.kind + ":" + change.id;
      }
      all += " ";
    }
    return all;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Ticking, "a tick fires all due timers by due time then persona then name") {
  turn("T1", "arm:x:100 arm:late:101", 0, "b");
  turn("T2", "arm:y:100 arm:x:100", 0, "a");
  turn("T3", "arm:x:50", 0, "c");
  const auto now = tick(100);
  run();
  CHECK(parts_text("episodic", now) == "c/fact:x a/fact:x/fact:y b/fact:x ");
  for (const auto& part : parts("episodic", now)) {
    CHECK_FALSE(part.turn_id.has_value());
    CHECK(part.cause_kind == "tick");
    CHECK(part.last == (part.part == 2));
  }
  CHECK(state_row("episodic", "a", "fired") == "y");
}

TEST_CASE_FIXTURE(Ticking, "a tick that changes nothing has one empty part without a persona") {
  const auto now = tick(100);
  run();
  CHECK(parts_text("lifecycle", now) == "(null) ");
  const auto empty = answer("lifecycle", now);
  CHECK(empty.last);
  CHECK(empty.items_processed == 0);
  CHECK(empty.cause_id == "2026-01-01T10:00:30.000Z");
}

TEST_CASE_FIXTURE(Ticking, "the changes of a timer reach the later phases and no other persona's memory") {
  turn("T1", "arm:x:100", 0, "a");
  turn("T2", "hello", 0, "b");
  const auto now = tick(100);
  run();
  CHECK(parts_text("episodic", now) == "a/fact:x ");
  CHECK(parts_text("semantic", now) == "a/fact:x/insight:fact-x ");
  CHECK(parts_text("consolidation", now) == "a/fact:x/insight:fact-x/insight:insight-fact-x ");
  CHECK(state_row("semantic", "a", "calls") == "tk");
  CHECK(state_row("semantic", "a", "value").empty());
  CHECK(state_row("semantic", "b", "calls") == "t");
}

TEST_CASE_FIXTURE(Ticking, "personas of any spelling are the same to every phase") {
  for (const std::string persona : {"a\"b", "back\\slash", "line\nbreak\tand\x01more", "é…", "\\u0041"}) {
    turn("T1", "arm:x:100", 0, persona);
    run();
  }
  const auto now = tick(100);
  run();
  for (const auto& part : parts("semantic", now)) {
    REQUIRE(part.persona_id.has_value());
    CHECK(part.changes.size() == 2);
    CHECK(state_row("semantic", *part.persona_id, "calls") == "tk");
  }
  CHECK(parts("semantic", now).size() == 5);
}

TEST_CASE_FIXTURE(Ticking, "a persona's record first fires its own due timers") {
  turn("T1", "arm:x:100 arm:y:50 arm:late:101", 0, "a");
  turn("T2", "arm:x:100", 0, "b");
  const auto second = turn("T3", "hello", 100, "a");
  run();
  CHECK(parts_text("episodic", second) == "a/fact:x/fact:y/memory:" + turn_id("T3") + " ");
  CHECK(state_row("episodic", "a", "fired") == "x");
}

TEST_CASE_FIXTURE(Ticking, "a command fires no timers of its persona and the next record does") {
  const std::string forgotten = turn_id("T1");
  turn("T1", "arm:x:100", 0, "a");
  const auto forget = command("forget:" + forgotten, 100, "a");
  const auto next = turn("T2", "hello", 100, "a");
  run();
  CHECK(parts_text("episodic", forget).find("fact:x") == std::string::npos);
  CHECK(parts_text("episodic", next).find("fact:x") != std::string::npos);
}

TEST_CASE_FIXTURE(Ticking, "time is the largest log time so far even if a later record has an earlier stamp") {
  turn("T1", "arm:x:100", 500, "a");
  const auto late = turn("T2", "hello", 20, "a");
  run();
  CHECK(changes("skill", late).find("fact:x") == 0);
}

TEST_CASE_FIXTURE(Ticking, "a tick fires the timers of 256 personas and the next records those of 8 each") {
  arm_many(268, 100);
  const auto now = tick(100);
  const auto next = turn("T9", "hello", 100, "z");
  const auto last = turn("TA", "hello", 100, "z");
  const auto after = turn("TB", "hello", 100, "z");
  run();
  CHECK(parts("episodic", now).size() == 256);
  CHECK(parts("episodic", now).front().persona_id == "p000");
  CHECK(parts("episodic", now).back().persona_id == "p255");
  const auto more = parts("episodic", next);
  REQUIRE(more.size() == 1 + 8);
  CHECK(more.front().persona_id == "z");
  CHECK(more[1].persona_id == "p256");
  CHECK(more.back().persona_id == "p263");
  CHECK_FALSE(more.back().turn_id.has_value());
  CHECK(parts("episodic", last).size() == 1 + 4);
  CHECK(parts("episodic", last).back().persona_id == "p267");
  CHECK(parts("episodic", after).size() == 1);
  // Later phases saw each persona's changes once, and no other persona saw the turn of z.
  CHECK(parts("semantic", next).size() == 1 + 8);
  CHECK(state_row("semantic", "p267", "calls") == "tk");
  CHECK(state_row("semantic", "p267", "value").empty());
}

TEST_CASE_FIXTURE(Ticking, "a record stops firing the timers of others when their changes have too many bytes") {
  for (int i = 10; i < 14; ++i) {
    turn("T" + std::to_string(i), "arm:big:100", 0, "p" + std::to_string(i));
  }
  const auto now = tick(100);
  const auto next = turn("TA", "hello", 100, "z");
  const auto last = turn("TB", "hello", 100, "z");
  const auto after = turn("TC", "hello", 100, "z");
  run();
  // One has less than 128 KiB, but more than 32 KiB.
  CHECK(parts("episodic", now).size() == 2);
  CHECK(parts("episodic", now).back().persona_id == "p11");
  CHECK(parts("episodic", next).size() == 1 + 1);
  CHECK(parts("episodic", last).size() == 1 + 1);
  CHECK(parts("episodic", last).back().persona_id == "p13");
  CHECK(parts("episodic", after).size() == 1);
}

TEST_CASE_FIXTURE(Ticking, "a tick that finds timers of an earlier tick fires more of them") {
  for (int i = 10; i < 18; ++i) {
    turn("T" + std::to_string(i), "arm:big:100", 0, "p" + std::to_string(i));
  }
  const auto first = tick(100);
  const auto second = tick(101);
  const auto third = tick(102);
  const auto fourth = tick(103);
  run();
  // Two have less than 256 KiB together.
  CHECK(parts("episodic", first).size() == 2);
  CHECK(parts("episodic", second).size() == 3);
  CHECK(parts("episodic", third).size() == 3);
  CHECK(parts("episodic", third).back().persona_id == "p17");
  CHECK(answer("episodic", fourth).changes.empty());
}

TEST_CASE_FIXTURE(Ticking, "what a stage calls its first timers fires before other timers that are due longer") {
  for (int i = 10; i < 20; ++i) {
    turn("T" + std::to_string(i), "arm:big:50", 0, "p" + std::to_string(i));
  }
  turn("TA", "arm:first:90 arm:x:80", 0, "p19");
  turn("TB", "arm:first:101", 0, "p18");
  const auto now = tick(100);
  run();
  const auto fired = parts("episodic", now);
  REQUIRE(fired.size() == 3);
  CHECK(fired.front().persona_id == "p19");
  CHECK(fired.front().changes.size() == 1);
  CHECK(fired.front().changes.front().id == "first");
  CHECK(fired[1].persona_id == "p10");
  CHECK(fired.back().persona_id == "p11");
}

TEST_CASE_FIXTURE(Ticking, "timers that a tick did not fire are fired after a restart") {
  arm_many(260, 100);
  tick(100);
  run();
  restart();
  const auto next = turn("T9", "hello", 100, "z");
  run();
  CHECK(parts("episodic", next).size() == 1 + 4);
}

TEST_CASE_FIXTURE(Ticking, "a timer armed again while it fires waits for the next record") {
  turn("T1", "arm:again:100", 0, "a");
  const auto first = tick(100);
  const auto second = tick(200);
  run();
  CHECK(parts_text("episodic", first) == "a/fact:again ");
  CHECK(parts_text("episodic", second) == "a/fact:again ");
}

TEST_CASE_FIXTURE(Ticking, "a failing timer is rolled back for its persona alone and armed again with back-off") {
  turn("T1", "arm:bad:100", 0, "a");
  turn("T2", "arm:x:100", 0, "b");
  const auto now = tick(100);
  const auto early = tick(100 + 29'999);
  const auto again = tick(100 + 30'000);
  const auto doubled = tick(100 + 30'000 + 60'000);
  run();
  const auto reported = parts("skill", now);
  REQUIRE(reported.size() == 2);
  CHECK(reported[0].persona_id == "a");
  CHECK(reported[0].status == model::CompletionStatus::kPartial);
  CHECK(reported[0].error->code == "word");
  CHECK(reported[0].changes.empty());
  CHECK(reported[1].persona_id == "b");
  CHECK(reported[1].status == model::CompletionStatus::kSuccess);
  CHECK(reported[1].changes.size() == 1);
  CHECK(state_row("skill", "a", "fired") == "(none)");
  CHECK(std::any_of(log_lines.begin(), log_lines.end(), [](const std::string& line) {
    return line.find("event=timer_failed stage=skill partition=0 offset=2 persona=a code=word reaction=retry") == 0;
  }));
  CHECK(verdict("skill", early) == "success");
  CHECK(verdict("skill", again) == "partial/word");
  CHECK(verdict("skill", doubled) == "partial/word");
  CHECK(dead_letters().empty());
}

TEST_CASE_FIXTURE(Ticking, "a failing timer does not fail its persona's turn") {
  turn("T1", "arm:bad:100", 0, "a");
  const auto second = turn("T2", "hello", 100, "a");
  run();
  CHECK(verdict("episodic", second) == "partial/word");
  CHECK(changes("episodic", second) == "memory:" + turn_id("T2") + " ");
}

TEST_CASE_FIXTURE(Ticking, "a duplicate fires no timers because no later phase would see their changes") {
  turn("T1", "arm:x:100", 0, "a");
  const auto again = turn("T1", "arm:x:100", 100, "a");
  const auto now = tick(100);
  run();
  CHECK(answer("episodic", again).changes.empty());
  CHECK(changes("episodic", now) == "fact:x ");
}

TEST_CASE_FIXTURE(Ticking, "a failed record rolls its persona's timers back and they fire later") {
  turn("T1", "arm:x:100", 0, "a");
  const auto failed = turn("T2", "episodic=fail", 100, "a");
  const auto next = turn("T3", "hello", 100, "a");
  run();
  CHECK(answer("episodic", failed).changes.empty());
  CHECK(changes("episodic", next).find("fact:x") == 0);
  CHECK(changes("semantic", next).find("insight:fact-x") != std::string::npos);
}

TEST_CASE_FIXTURE(Ticking, "left-over timers of a failed record's own persona wait and others' fire") {
  arm_many(258, 100);
  tick(100);
  run();
  const auto failed = turn("T9", "episodic=fail", 100, "p256");
  const auto next = turn("TA", "hello", 100, "z");
  run();
  CHECK(parts_text("episodic", failed) == "p256 p257/fact:x ");
  CHECK(parts_text("semantic", failed).find("p257/fact:x/insight:fact-x") != std::string::npos);
  CHECK(parts_text("episodic", next) == "z/memory:" + turn_id("TA") + " p256/fact:x ");
}

TEST_CASE_FIXTURE(Ticking, "the metrics show how many timers are armed and due without those that were rolled back") {
  const auto shown = [this](const std::string& stage) {
    REQUIRE(group->show_times().ok());
    const MetricLabels labels = {{"stage", stage}};
    return std::pair{metrics.gauge({"turnstream_timers_armed", ""}, labels).Value(),
                     metrics.gauge({"turnstream_timers_due", ""}, labels).Value()};
  };
  using Timers = std::pair<double, double>;
  turn("T1", "arm:x:100 arm:y:200", 0, "a");
  turn("T2", "arm:x:300", 0, "b");
  turn("T3", "arm:y:300", 0, "a");
  turn("T4", "arm:z:300 episodic=fail", 150, "b");
  run();
  CHECK(shown("episodic") == Timers{3, 1});
  restart();
  CHECK(shown("episodic") == Timers{3, 1});
  turn("T5", "arm:z:300", 150, "b");
  tick(160);
  run();
  CHECK(shown("episodic") == Timers{3, 0});
  group.reset();
  CHECK(metrics.gauge({"turnstream_timers_armed", ""}, {{"stage", "episodic"}}).Value() == 0);
}

}  // namespace turnstream::runtime
