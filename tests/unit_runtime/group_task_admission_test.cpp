#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_runtime/partition.h"

namespace turnstream::runtime {

TEST_CASE_FIXTURE(PartitionFixture,
                  "every stage answers every record once and later phases see what earlier ones changed") {
  const auto first = turn("T1", "hello");
  run();
  for (const auto& stage : stages) {
    const auto& name = stage->info().name;
    CHECK(parts(name, first).size() == 1);
    const auto completion = answer(name, first);
    CHECK(verdict(name, first) == "success");
    CHECK(completion.turn_id == turn_id("T1"));
    CHECK(completion.cause_kind == "turn");
    CHECK(completion.cause_id == turn_id("T1"));
    CHECK(completion.attempts == 1);
  }
  CHECK(changes("episodic", first) == "memory:" + turn_id("T1") + " ");
  CHECK(changes("semantic", first) == "insight:memory-" + turn_id("T1") + " memory:" + turn_id("T1") + " ");
  CHECK(dead_letters().empty());
  CHECK(group->next() == NextOffset{first + 1});
}

TEST_CASE_FIXTURE(PartitionFixture, "a repeated turn changes nothing anywhere and says whose duplicate it is") {
  const auto first = turn("T1", "hello");
  const auto second = turn("T1", "hello");
  const auto third = turn("T2", "hello");
  run();
  for (const auto& stage : stages) {
    const auto completion = answer(stage->info().name, second);
    CHECK(verdict(stage->info().name, second) == "success");
    REQUIRE(completion.duplicate_of.has_value());
    CHECK(completion.duplicate_of->offset == Offset{first});
    CHECK(completion.items_processed == 0);
    CHECK(completion.changes.empty());
    CHECK(changes(stage->info().name, third) != "");
  }
  CHECK(state_row("lifecycle", "helper", "calls") == "tt");
  CHECK(dead_letters().empty());
}

TEST_CASE_FIXTURE(PartitionFixture, "another turn under a used turn id fails and one dead letter says so") {
  turn("T1", "hello");
  const auto conflict = turn("T1", "something else");
  run();
  CHECK(verdict("episodic", conflict) == "failure/turn_id_conflict");
  CHECK(verdict("skill", conflict) == "failure/turn_id_conflict");
  for (const std::string stage : {"semantic", "pattern", "consolidation", "lifecycle"}) {
    CHECK(verdict(stage, conflict) == "partial/upstream");
    CHECK(changes(stage, conflict).empty());
  }
  REQUIRE(dead_letters().size() == 1);
  const auto letter = dead_letters().front();
  CHECK(letter.header("dl_stage") == "episodic");
  CHECK(letter.header("dl_reason") == "turn_id_conflict");
  CHECK(letter.header("dl_pointer") == "/turn_id");
  CHECK(letter.value == log[conflict].value);
  CHECK(letter.key == "helper");
}

TEST_CASE_FIXTURE(PartitionFixture, "each stage that a used turn id fails writes one line with it") {
  turn("T1", "hello");
  turn("T1", "something else");
  run();
  for (const std::string stage : {"episodic", "skill"}) {
    const auto tells = [&](const std::string& line) {
      return line.find("event=record_failed stage=" + stage + " ") == 0 &&
             line.find(" turn=" + turn_id("T1") + " ") != std::string::npos &&
             line.find(" code=turn_id_conflict ") != std::string::npos;
    };
    CHECK(std::count_if(log_lines.begin(), log_lines.end(), tells) == 1);
  }
}

TEST_CASE_FIXTURE(PartitionFixture, "turn ids of one persona are not duplicates of another's") {
  turn("T1", "hello");
  const auto other = turn("T1", "hello", 0, "teacher");
  run();
  CHECK_FALSE(answer("episodic", other).duplicate_of.has_value());
}

TEST_CASE_FIXTURE(PartitionFixture, "a duplicate is still known after a restart") {
  const auto first = turn("T1", "hello");
  run();
  restart();
  const auto second = turn("T1", "hello");
  run();
  REQUIRE(answer("skill", second).duplicate_of.has_value());
  CHECK(answer("skill", second).duplicate_of->offset == Offset{first});
}

TEST_CASE_FIXTURE(PartitionFixture, "if the admission gate failed later phases are partial and do nothing") {
  const auto failed = turn("T1", "episodic=fail");
  const auto next = turn("T2", "hello");
  run();
  CHECK(verdict("episodic", failed) == "failure/word");
  CHECK(verdict("skill", failed) == "success");
  for (const std::string stage : {"semantic", "pattern", "consolidation", "lifecycle"}) {
    CHECK(verdict(stage, failed) == "partial/upstream");
    CHECK(changes(stage, failed).empty());
    CHECK(answer(stage, failed).items_processed == 0);
    CHECK(verdict(stage, next) == "success");
  }
  CHECK(state_row("semantic", "helper", "calls") == "t");
}

TEST_CASE_FIXTURE(PartitionFixture, "a turn that was rolled back is not in the window") {
  turn("T1", "episodic=fail");
  const auto again = turn("T1", "fine now");
  run();
  CHECK(verdict("episodic", again) == "success");
  CHECK_FALSE(answer("episodic", again).duplicate_of.has_value());
  CHECK(verdict("skill", again) == "failure/turn_id_conflict");
}

TEST_CASE_FIXTURE(PartitionFixture, "if an upstream other than the admission gate failed the stage still runs") {
  const auto failed = turn("T1", "semantic=fail");
  run();
  CHECK(verdict("semantic", failed) == "failure/word");
  CHECK(verdict("pattern", failed) == "success");
  CHECK(verdict("consolidation", failed) == "partial/upstream");
  CHECK(verdict("lifecycle", failed) == "partial/upstream");
  CHECK(changes("lifecycle", failed) == "insight:insight-memory-" + turn_id("T1") + " insight:memory-" + turn_id("T1") +
                                            " memory:" + turn_id("T1") + " ");
}

TEST_CASE_FIXTURE(PartitionFixture, "a failed stage writes only its answer and its dead letter") {
  turn("T1", "hello");
  const auto failed = turn("T2", "event:insights arm:x:5 pattern=fail");
  run();
  CHECK(changes("pattern", failed).empty());
  CHECK(answer("pattern", failed).items_processed == 0);
  CHECK(state_row("pattern", "helper", "calls") == "t");
  CHECK(producer.of_topic("turnstream.insights").size() == 5);
  const auto fired = tick(100);
  run();
  CHECK(changes("pattern", fired).find("fact:x") == std::string::npos);
  REQUIRE(dead_letters().size() == 1);
  const auto letter = dead_letters().front();
  CHECK(letter.header("dl_stage") == "pattern");
  CHECK(letter.header("dl_reason") == "stage_error");
  CHECK(letter.header("dl_attempts") == "1");
  CHECK(letter.header("dl_turn_id") == turn_id("T2"));
  CHECK(letter.header("dl_upstream") == "episodic=0/1 skill=0/1");
}

TEST_CASE_FIXTURE(PartitionFixture, "commands reach the stage of every phase with what the upstreams changed") {
  const auto forget = command("forget", 5);
  run();
  for (const auto& stage : stages) {
    CHECK(verdict(stage->info().name, forget) == "success");
    CHECK_FALSE(answer(stage->info().name, forget).turn_id.has_value());
    CHECK(answer(stage->info().name, forget).cause_id == "C");
    CHECK(state_row(stage->info().name, "helper", "calls") == "c");
  }
}

TEST_CASE_FIXTURE(PartitionFixture, "settings reach the stages through the log and stay in force after a restart") {
  turn("T1", "hello");
  run();
  CHECK(state_row("skill", "helper", "settings") == "{}");
  const auto published = settings(R"({"skill":{"threshold":0.7}})");
  turn("T2", "hello");
  run();
  CHECK(state_row("skill", "helper", "settings") == R"({"skill":{"threshold":0.7}})");
  REQUIRE(parts("skill", published).size() == 1);
  CHECK_FALSE(answer("skill", published).persona_id.has_value());
  CHECK(answer("skill", published).cause_id == "S");
  restart();
  turn("T3", "hello");
  run();
  CHECK(state_row("skill", "helper", "settings") == R"({"skill":{"threshold":0.7}})");
}

TEST_CASE_FIXTURE(PartitionFixture, "a settings record changes what it names and leaves all other settings in force") {
  settings(R"({"episodic":{"b":1},"skill":{"a":1,"threshold":0.7}})");
  settings(R"({"skill":{"a":2}})");
  turn("T1", "hello");
  run();
  CHECK(state_row("skill", "helper", "settings") == R"({"episodic":{"b":1},"skill":{"a":2,"threshold":0.7}})");
  restart();
  settings(R"({"skill":{"threshold":0.8}})");
  turn("T2", "hello");
  run();
  CHECK(state_row("skill", "helper", "settings") == R"({"episodic":{"b":1},"skill":{"a":2,"threshold":0.8}})");
}

TEST_CASE_FIXTURE(PartitionFixture, "a settings record in the log that cannot be used fails and stops nothing") {
  settings(R"({"skill":{"a":1}})");
  const auto too_large = settings(R"({"skill":{"a":1e999}})");
  const auto no_values = append("settings", 0, std::nullopt, R"({"kind":"settings","command_id":"S","args":{}})");
  const auto odd = settings(R"({"skill":7,"semantic":[]})");
  turn("T1", "hello");
  run();
  for (const auto& stage : stages) {
    const auto name = stage->info().name;
    CHECK(verdict(name, too_large) == "failure/invalid_json");
    CHECK(verdict(name, no_values) == "failure/schema");
    CHECK(verdict(name, odd) == "success");
    CHECK_FALSE(answer(name, no_values).persona_id.has_value());
    CHECK(state_row(name, "helper", "settings") == R"({"skill":{"a":1}})");
  }
  CHECK(dead_letters().size() == 2 * stages.size());
}

TEST_CASE_FIXTURE(PartitionFixture, "a completion larger than a part comes in parts that the later phases see whole") {
  const auto big = turn("T1", "big:1200");
  run();
  const auto pieces = parts("episodic", big);
  REQUIRE(pieces.size() > 1);
  std::size_t changed = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    CHECK(pieces[i].part == static_cast<int>(i));
    CHECK(pieces[i].last == (i + 1 == pieces.size()));
    CHECK(pieces[i].persona_id == "helper");
    changed += pieces[i].changes.size();
  }
  CHECK(changed == 1201);
  std::int64_t added = 0;
  for (const auto& piece : parts("semantic", big)) {
    added += piece.items_added;
  }
  CHECK(added == 1201 + 1201);
}

TEST_CASE_FIXTURE(PartitionFixture, "a stage ahead of its group does not run and its answers are read from its topic") {
  turn("T1", "hello");
  const auto second = turn("T2", "hello");
  run();
  // skill ran alone before and has its state; then one group of all stages starts, and the others begin at 0.
  const auto& rows = task("skill");
  CHECK(rows.position() == NextOffset{second + 1});
  const log::TopicSpec spec{"turnstream.completions.skill", 1, {}, -1, -1, 0};
  REQUIRE(client->admin().create_topics(std::span(&spec, 1), log::milliseconds{0}).ok());
  auto said = client->make_producer("test").value();
  for (const auto& record : producer.of_topic("turnstream.completions.skill")) {
    REQUIRE(said->produce({record.topic, Partition{0}, record.key, record.value, {}}).ok());
  }
  REQUIRE(said->flush(log::milliseconds{0}).ok());
  auto batch = store.make_batch();
  task("skill").prepare_commit();
  task("skill").state().seal(*batch);
  REQUIRE(store.write(*batch).ok());
  const auto before = changes("semantic", second);
  producer.records.clear();
  open();
  for (const auto& [offset, text] : log) {
    REQUIRE(group->gate().accept(make_record(text)).ok());
  }
  run();
  CHECK(parts("skill", second).empty());
  CHECK(changes("semantic", second) == before);
  CHECK(changes("pattern", second) == before);
}

}  // namespace turnstream::runtime
