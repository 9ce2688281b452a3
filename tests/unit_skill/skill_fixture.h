#pragma once
// Fixture of the skill tests: turns from the names of tools, the stage on a TestDriver, and the skills that its changes
// leave. Times are milliseconds after the fixture's start. Threads: one at a time.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/model/skill.h"
#include "pipeline/model/state_export.h"
#include "pipeline/stage_api/test_driver.h"

namespace turnstream::skill {

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kDay = 24 * 60 * kMinute;
/// 2026-01-01T10:00:00Z
constexpr std::int64_t kStart = 1767261600000;

using Tools = std::vector<std::string>;
/// Skills by their sequence of tools.
using Skills = std::map<Tools, model::Skill>;

class SkillFixture {
 public:
  SkillFixture();

  /// A turn in which the tools ran in this order; one that begins with `!` failed. Ids are `turn 1`, `turn 2`, ….
  stage_api::StageOutcome turn(const Tools& tools, std::int64_t after_ms, const std::string& persona = "helper",
                               const std::string& session = "s1");
  /// The outcome of the tick for `helper`.
  stage_api::StageOutcome tick(std::int64_t after_ms);
  stage_api::StageOutcome command(const std::string& kind, const std::string& args_json, std::int64_t after_ms);

  stage_api::TestDriver& driver() { return *driver_; }
  /// The skills after all changes so far. Checks that each change agrees with those before it.
  const Skills& skills(const std::string& persona = "helper") { return skills_[persona]; }
  /// The skill of `helper` with these tools. Precondition: it exists.
  const model::Skill& skill(const Tools& tools) { return skills_["helper"].at(tools); }

 protected:
  /// Applies the changes. Call it for what driver() returns.
  void note(const std::string& persona, const stage_api::StageOutcome& outcome);

 private:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::deque<std::string> texts_;
  std::map<std::string, Skills> skills_;
  std::map<std::string, std::string> values_;  ///< of the skills, by id
  int turns_ = 0;
};

}  // namespace turnstream::skill
