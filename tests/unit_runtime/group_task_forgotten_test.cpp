#include <doctest/doctest.h>

#include "pipeline/codec/erased_record.h"
#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {
namespace {

struct ForgottenFixture : PartitionFixture {
  std::int64_t forget_turn(const std::string& name) { return command("forget:" + turn_id(name), 0); }
  /// Checks that every stage answered the record with partial/`code` and changed nothing.
  void check_barred(std::int64_t offset, const std::string& code) {
    for (const auto& stage : stages) {
      const auto& name = stage->info().name;
      CHECK(verdict(name, offset) == "partial/" + code);
      CHECK(changes(name, offset).empty());
      CHECK(answer(name, offset).items_processed == 0);
      CHECK_FALSE(answer(name, offset).duplicate_of.has_value());
    }
  }
};

}  // namespace

TEST_CASE_FIXTURE(ForgottenFixture,
                  "a forgotten turn that comes again is erased in every stage and leaves no dead letter") {
  turn("T1", "hello");
  forget_turn("T1");
  const auto same = turn("T1", "hello");
  const auto other_text = turn("T1", "something else");
  const auto next = turn("T2", "hello");
  run();
  check_barred(same, "erased");
  check_barred(other_text, "erased");
  CHECK(answer("lifecycle", same).turn_id == turn_id("T1"));
  CHECK(dead_letters().empty());
  CHECK(verdict("lifecycle", next) == "success");
  CHECK(state_row("lifecycle", "helper", "calls") == "tct");
}

TEST_CASE_FIXTURE(ForgottenFixture, "an erased record changes nothing and bars the turn whose hash it has") {
  const auto first = turn("T1", "hello");
  const auto erased = append("turn", 0, "helper", codec::erased_record_text({codec::turn_hash_of(turn_id("T2"))}));
  const auto answer_erased = append("effect_result", 0, "helper", codec::erased_record_text({}));
  const auto again = turn("T2", "hello");
  const auto others = turn("T2", "hello", 0, "teacher");
  run();
  CHECK(verdict("lifecycle", first) == "success");
  check_barred(erased, "erased");
  CHECK_FALSE(answer("episodic", erased).turn_id.has_value());
  check_barred(answer_erased, "erased");
  check_barred(again, "erased");
  CHECK(verdict("lifecycle", others) == "success");
  CHECK(dead_letters().empty());
}

TEST_CASE_FIXTURE(ForgottenFixture, "a turn id that was never seen can be forgotten") {
  forget_turn("T1");
  const auto first = turn("T1", "hello");
  const auto others = turn("T1", "hello", 0, "teacher");
  run();
  check_barred(first, "erased");
  CHECK(verdict("semantic", others) == "success");
}

TEST_CASE_FIXTURE(ForgottenFixture, "a forgotten turn is still known after a restart") {
  turn("T1", "hello");
  forget_turn("T1");
  run();
  restart();
  const auto again = turn("T1", "hello");
  run();
  check_barred(again, "erased");
}

TEST_CASE_FIXTURE(ForgottenFixture, "the turns of a forgotten session are erased") {
  turn("T1", "hello");
  command("forget_session:elsewhere", 0);
  const auto repeated = turn("T1", "hello");
  command("forget_session:default", 0);
  const auto erased = turn("T1", "hello");
  const auto next = turn("T2", "hello");
  run();
  CHECK(answer("episodic", repeated).duplicate_of.has_value());
  check_barred(erased, "erased");
  CHECK(verdict("episodic", next) == "success");
}

TEST_CASE_FIXTURE(ForgottenFixture, "a dead letter of a forgotten turn cannot be redriven to any stage") {
  int turns = 0;
  for (const std::string stage : {"episodic", "skill", "semantic", "lifecycle"}) {
    CAPTURE(stage);
    const std::string name = "T" + std::to_string(++turns);
    faults = std::make_unique<FaultInjector>(std::vector<InjectedFault>{{stage, turn_id(name), false, 1}});
    restart();
    const auto failed = turn(name, "hello");
    run();
    REQUIRE(verdict(stage, failed).rfind("failure", 0) == 0);
    const auto letters = dead_letters().size();
    forget_turn(name);
    const auto redriven = redrive(stage, failed);
    run();
    check_barred(redriven, "erased");
    CHECK(dead_letters().size() == letters);
  }
}

TEST_CASE_FIXTURE(ForgottenFixture,
                  "every stage answers a blocked persona's turns and processes new ones after the block") {
  const auto before = turn("T1", "hello");
  command("block", 0);
  const auto blocked = turn("T2", "hello");
  const auto redriven = redrive("semantic", before);
  const auto others = turn("T2", "hello", 0, "teacher");
  command("unblock", 0);
  const auto after = turn("T2", "hello");
  run();
  check_barred(blocked, "blocked");
  check_barred(redriven, "blocked");
  CHECK(verdict("lifecycle", others) == "success");
  CHECK(verdict("lifecycle", after) == "success");
  CHECK(changes("lifecycle", after) != "");
  CHECK(dead_letters().empty());
}

TEST_CASE_FIXTURE(ForgottenFixture, "the effects of a failed forget or block are rolled back") {
  const auto failed = command("block_and_fail", 0);
  const auto next = turn("T1", "hello");
  run();
  CHECK(verdict("episodic", failed) == "failure/word");
  CHECK(verdict("episodic", next) == "success");
}

}  // namespace turnstream::runtime
