#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "stages/common/evidence/describe.h"
#include "stages/skill/kept_skill.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {
namespace {

constexpr Uuid kId{9, 8, 7};

KeptSkill full_skill() {
  KeptSkill kept;
  kept.skill = {to_string(kId),
                "helper",
                {"search", "read"},
                300,
                1,
                870'000,
                true,
                EventTime{-5},
                EventTime{5},
                {{EventTime{-5}, 690'000}},
                {{"item", "turn", "s1"}}};
  kept.last_used = LogTime{77};
  kept.idle_periods = 2;
  return kept;
}

}  // namespace

TEST_CASE("a row whose rank has another format is damaged") {
  std::string row = SkillForm::encode(full_skill());
  ++row.front();
  const auto read = SkillForm::decode(row, "helper", kId);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().reaction == Reaction::kRebuildState);
}

TEST_CASE("skills and their head are read back as they were written") {
  evidence::DerivedHead head{3, 2, {1, 400}, LogTime{98}, 97, LogTime{99}};
  CHECK(*evidence::decode_head(evidence::encode_head(head)) == head);
  head.timer.reset();
  CHECK(*evidence::decode_head(evidence::encode_head(head)) == head);
  const std::string row = SkillForm::encode(full_skill());
  CHECK(*SkillForm::decode(row, "helper", kId) == full_skill());
  ByteReader reader(row);
  CHECK(evidence::read_rank(reader) == full_skill().rank());
}

TEST_CASE("damaged rows are detected at every length") {
  const std::string head = evidence::encode_head({3, 2, {1, 400}, LogTime{98}, 97, LogTime{99}});
  for (std::size_t size = 0; size < head.size(); ++size) {
    REQUIRE(evidence::decode_head(std::string_view(head).substr(0, size)).error().reaction == Reaction::kRebuildState);
  }
  const std::string row = SkillForm::encode(full_skill());
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(SkillForm::decode(std::string_view(row).substr(0, size), "helper", kId).error().reaction ==
            Reaction::kRebuildState);
  }
  CHECK_FALSE(evidence::decode_head(head + "x").ok());
  CHECK_FALSE(SkillForm::decode(row + "x", "helper", kId).ok());
}

TEST_CASE_FIXTURE(SkillFixture, "every row that the stage writes can be shown") {
  turn({"grep", "read"}, 0);
  stage_checks::check_rows_shown(driver().rows("helper"), evidence::describe_row<SkillForm>);
  CHECK(evidence::describe_row<SkillForm>("skills", "x").count("damaged") == 1);
  CHECK(evidence::describe_row<SkillForm>("skill/x", "x").count("damaged") == 1);
}

}  // namespace turnstream::skill
