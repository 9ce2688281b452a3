#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "stages/pattern/describe.h"
#include "stages/pattern/ended_instructions.h"
#include "stages/pattern/kept_instruction.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

using Texts = std::vector<std::string>;

Said said_by(const std::string& id, std::string text) {
  Said said{std::move(text)};
  said.user_id = id;
  said.user_name = id == "u1" ? "Ann" : "Bob";
  return said;
}

/// The texts of the patterns of this type, in order of their keys.
Texts texts(PatternFixture& test, model::PatternType type) {
  Texts found;
  for (const auto& [key, pattern] : test.patterns()) {
    if (pattern.type == type) {
      found.push_back(pattern.text);
    }
  }
  return found;
}

Texts instruction_texts(PatternFixture& test) {
  return texts(test, model::PatternType::kInstruction);
}

Texts habits(PatternFixture& test) {
  return texts(test, model::PatternType::kHabit);
}

std::string turn_json(int number) {
  return R"({"ids":["turn )" + std::to_string(number) + R"("]})";
}

}  // namespace

TEST_CASE_FIXTURE(PatternFixture, "an instruction that takes the place of another removes it and its habit") {
  turn({"Always use tabs."}, 0);
  CHECK(habits(*this) == Texts{"always use tabs"});
  const auto outcome = turn({"Always use spaces."}, kMinute);
  CHECK(outcome.removed() == 2);
  CHECK(instruction_texts(*this) == Texts{"Always use spaces"});
  CHECK(habits(*this) == Texts{"always use spaces"});
  CHECK(forget(R"({"all":true})", 2 * kMinute).removed() == 2);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(PatternFixture, "a corrected instruction goes with the turn that gave its other words") {
  turn({"Always sign mails to Wetherby with Doctor Krogh."}, 0);
  turn({"I meant Professor, not Doctor."}, kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always sign mails to Wetherby with Professor Krogh"});
  forget(turn_json(1), 2 * kMinute);
  CHECK(instruction_texts(*this).empty());
}

TEST_CASE_FIXTURE(PatternFixture, "of many that were replaced the newest hold again") {
  const Texts languages{"English", "French", "Spanish", "Portuguese", "Italian"};
  std::int64_t at = 0;
  for (const std::string& language : languages) {
    turn({"Answer in " + language + " from now on."}, at += kMinute);
  }
  turn({"Never answer in German."}, at += kMinute);
  turn({"Always answer in German."}, at += kMinute);
  forget(turn_json(7), at += kMinute);
  CHECK(instruction_texts(*this) == Texts{"Never answer in German", "Answer in Italian from now on"});
}

TEST_CASE_FIXTURE(PatternFixture, "what cannot hold again yet stays behind what took its place") {
  turn({"Always answer in German."}, 0);
  turn({"Answer in English from now on."}, kMinute);
  turn({"Never answer in German."}, 2 * kMinute);
  forget(turn_json(2), 3 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Never answer in German"});
  forget(turn_json(3), 4 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always answer in German"});
}

TEST_CASE_FIXTURE(PatternFixture, "the opposite order leaves the opposite habit") {
  turn({"Always sign the mails."}, 0);
  turn({"Never sign the mails."}, kMinute);
  CHECK(instruction_texts(*this) == Texts{"Never sign the mails"});
  CHECK(habits(*this) == Texts{"never sign the mails"});
}

TEST_CASE_FIXTURE(PatternFixture, "what is allowed again leaves neither an instruction nor a habit") {
  turn({"Never use emojis."}, 0);
  const auto outcome = turn({"You can use emojis again."}, kMinute);
  CHECK(outcome.added() == 0);
  CHECK(outcome.removed() == 2);
  CHECK(patterns().empty());
}

TEST_CASE_FIXTURE(PatternFixture, "a habit of the user gives no instruction") {
  turn({"I always use tabs."}, 0);
  CHECK(instruction_texts(*this).empty());
  CHECK(habits(*this) == Texts{"always use tabs"});
}

TEST_CASE_FIXTURE(PatternFixture, "an ending or an order that is older and arrives late changes nothing") {
  turn({"Always use spaces."}, 0);
  late_turn({"Always use tabs."}, -kMinute, kMinute);
  late_turn({"Forget what I said about spaces."}, -kMinute, 2 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always use spaces"});
}

TEST_CASE_FIXTURE(PatternFixture, "a correction takes the place of the instruction that it corrects") {
  turn({"Always use tabs."}, 0);
  turn({"No, I meant spaces, not tabs."}, kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always use spaces"});
  turn({"Use pnpm, not npm."}, 2 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Use pnpm, not npm", "Always use spaces"});
}

TEST_CASE_FIXTURE(PatternFixture, "a user ends and corrects no instruction of another user") {
  turn(said_by("u1", "Never use emojis."), 0);
  turn(said_by("u2", "You can use emojis again."), kMinute);
  turn(said_by("u2", "Always use tabs."), 2 * kMinute);
  turn(said_by("u1", "I meant spaces, not tabs."), 3 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Ann: Never use emojis", "Bob: Always use tabs"});
}

TEST_CASE_FIXTURE(PatternFixture, "an instruction for everyone is ended by the user who gave it") {
  turn(said_by("u1", "In this repo, never use tabs."), 0);
  turn(said_by("u2", "You can use tabs in this repo again."), kMinute);
  CHECK(instruction_texts(*this).size() == 1);
  turn(said_by("u1", "You can use tabs in this repo again."), 2 * kMinute);
  CHECK(instruction_texts(*this).empty());
}

TEST_CASE_FIXTURE(PatternFixture, "if the newer of two instructions is forgotten the older one holds again") {
  turn({"Always use tabs."}, 0);
  turn({"Always use spaces."}, kMinute);
  turn({"Always use tabs in makefiles."}, kMinute);
  CHECK(forget(turn_json(2), 2 * kMinute).removed() == 2);
  CHECK(instruction_texts(*this) == Texts{"Always use tabs", "Always use tabs in makefiles"});
}

TEST_CASE_FIXTURE(PatternFixture, "if the newest words under one key are forgotten the words before them hold again") {
  turn({"From now on answer in German."}, 0);
  turn({"From now on answer in French."}, kMinute);
  turn({"From now on answer in Dutch."}, 2 * kMinute);
  forget(turn_json(3), 3 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"From now on answer in French"});
  forget(turn_json(1), 4 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"From now on answer in French"});
  forget(turn_json(2), 5 * kMinute);
  CHECK(instruction_texts(*this).empty());
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(PatternFixture, "if the turn that ended an instruction is forgotten the instruction holds again") {
  turn({"Never use emojis."}, 0);
  turn({"You can use emojis again."}, kMinute);
  turn({"Always sign the mails."}, 2 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always sign the mails"});
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  forget(turn_json(2), 3 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always sign the mails", "Never use emojis"});
  forget(turn_json(1), 4 * kMinute);
  forget(turn_json(3), 5 * kMinute);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(PatternFixture, "of an ended instruction nothing is left if its own turn is forgotten") {
  turn({"Never use emojis."}, 0);
  turn({"You can use emojis again."}, kMinute);
  forget(turn_json(1), 2 * kMinute);
  for (const auto& [key, row] : driver().rows("helper")) {
    CHECK(key == "sketch/topic");  // It counts words of the other turn.
  }
  forget(turn_json(2), 3 * kMinute);
  CHECK(driver().rows("helper").empty());
  CHECK(patterns().empty());
}

TEST_CASE_FIXTURE(PatternFixture, "an ended instruction stays behind a newer one that it would contradict") {
  turn({"Always use tabs."}, 0);
  turn({"Forget what I said about tabs."}, kMinute);
  turn({"Always use spaces."}, 2 * kMinute);
  forget(turn_json(2), 3 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always use spaces"});
  forget(turn_json(3), 4 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Always use tabs"});
  forget(R"({"all":true})", 5 * kMinute);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE("of the instructions that ended the newest are kept and damage is detected at every length") {
  std::vector<EndedInstruction> ended(2);
  for (std::size_t i = 0; i < ended.size(); ++i) {
    model::Pattern& pattern = ended[i].memory.kept.pattern;
    pattern.id = to_string(Uuid{static_cast<std::uint8_t>(i + 1)});
    pattern.persona_id = "helper";
    pattern.type = model::PatternType::kInstruction;
    pattern.key = "use emoji";
    ended[i].ended_by = {to_string(Uuid{9}), "turn 2", "s1"};
  }
  const std::string row = EndedInstructionsRow::encode(ended);
  CHECK(*EndedInstructionsRow::decode(row, "helper") == ended);
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(EndedInstructionsRow::decode(std::string_view(row).substr(0, size), "helper").error().reaction ==
            Reaction::kRebuildState);
  }
  CHECK_FALSE(EndedInstructionsRow::decode(row + "x", "helper").ok());
}

TEST_CASE_FIXTURE(PatternFixture, "a name that is forbidden and one that is wanted are one choice") {
  turn({"Call me Annabel."}, 0);
  turn({"Never call me Annabel."}, kMinute);
  CHECK(instruction_texts(*this) == Texts{"Never call me Annabel"});
  turn({"Call me Annabel."}, 2 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Call me Annabel"});
  turn({"Never call me Bella."}, 3 * kMinute);
  CHECK(instruction_texts(*this).size() == 2);
}

TEST_CASE_FIXTURE(PatternFixture, "an instruction that was forgotten does not hold again by its id") {
  turn({"From now on answer in German."}, 0);
  turn({"From now on answer in French."}, kMinute);
  const std::string id = patterns().begin()->second.id;
  forget(R"({"ids":[")" + id + R"("]})", 2 * kMinute);
  CHECK(instruction_texts(*this).empty());
  turn({"From now on answer in German."}, 3 * kMinute);
  forget(R"({"all":true})", 4 * kMinute);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(PatternFixture,
                  "instructions that hold again are no more than the limit and leave first if they are the oldest") {
  driver().set_settings(R"({"pattern":{"instructions_max":2}})");
  turn({"In git, never rewrite a tag."}, 0);
  turn({"Never use emojis."}, kMinute);
  turn({"You can use emojis again."}, 2 * kMinute);
  turn({"Send the report every Friday."}, 3 * kMinute);
  REQUIRE(instruction_texts(*this).size() == 2);
  forget(R"({"ids":["turn 3"]})", 4 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"Send the report every Friday", "Never use emojis"});
}

TEST_CASE_FIXTURE(PatternFixture,
                  "instructions have a limit of their own and those confirmed longest ago leave first") {
  driver().set_settings(R"({"pattern":{"instructions_max":2,"patterns_max":1}})");
  turn({"In git, never rewrite a tag."}, 0);
  turn({"If the build fails, ping me."}, kMinute);
  turn({"In git, never rewrite a tag."}, 2 * kMinute);
  turn({"Send the report every Friday."}, 3 * kMinute);
  CHECK(instruction_texts(*this) == Texts{"In git, never rewrite a tag", "Send the report every Friday"});
  for (int i = 0; i < 20; ++i) {
    turn({"I love drink" + std::to_string(i)}, 4 * kMinute);
  }
  CHECK(instruction_texts(*this).size() == 2);
  CHECK(patterns().size() == 3);
}

TEST_CASE_FIXTURE(PatternFixture, "the stats say how many instructions there are") {
  const auto outcome = turn({"If the build fails, ping me."}, 0);
  REQUIRE(outcome.of_kind("stats").size() == 1);
  CHECK(outcome.of_kind("stats")[0].value ==
        R"({"kind":"stats","id":"instructions","persona_id":"helper","instructions":1})");
}

TEST_CASE("a row of an instruction is read back as it was written and damage is detected at every length") {
  constexpr Uuid kId{1};
  KeptInstruction instruction;
  instruction.kept.pattern.id = to_string(kId);
  instruction.kept.pattern.persona_id = "helper";
  instruction.kept.pattern.type = model::PatternType::kInstruction;
  instruction.kept.pattern.key = "answer language";
  instruction.giver = "u1";
  instruction.replaced = {{Uuid{2}, PatternForm::encode(instruction.kept), "u1"}, {Uuid{3}, "row", ""}};
  const std::string row = InstructionForm::encode(instruction);
  CHECK(*InstructionForm::decode(row, "helper", kId) == instruction);
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(InstructionForm::decode(std::string_view(row).substr(0, size), "helper", kId).error().reaction ==
            Reaction::kRebuildState);
  }
  CHECK_FALSE(InstructionForm::decode(row + "x", "helper", kId).ok());
}

TEST_CASE_FIXTURE(PatternFixture, "every row of instructions can be shown") {
  turn({"Always use tabs."}, 0);
  turn({"Always use spaces."}, kMinute);
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  for (const char* key : {"instructions", "instruction/0123456789abcdef"}) {
    CHECK(describe_row(key, "x").count("damaged") == 1);
  }
}

}  // namespace turnstream::pattern
