#pragma once
// SkillBook: one call of the stage on a persona's skills: reads the head and the skills that are asked for, changes
// them in memory, and writes each once, at the end: rows, changes, stats, the timer. Walks over all skills read what
// ranks them and no more. Lifetime: borrows input and context, for one call. Threads: the caller's.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/evidence/tool_steps.h"
#include "pipeline/stage_api/stage.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_rules.h"
#include "stages/skill/skill_state.h"

namespace turnstream::skill {

inline constexpr std::string_view kTimer = "idle";

class SkillBook {
 public:
  SkillBook(const stage_api::Input& input, stage_api::PersonaContext& context);
  SkillBook(const SkillBook&) = delete;
  SkillBook& operator=(const SkillBook&) = delete;

  /// Call first.
  Status load();
  /// Call last.
  Status finish();

  [[nodiscard]] const SkillSettings& settings() const { return settings_; }

  Status count(const evidence::ToolSequence& sequence, const model::StateExport& turn);
  /// Down to skills_max; call after the last count().
  Status evict();
  /// After the timer fired: what idle time did to each. Returns to how many it did something.
  Result<std::int64_t> age();
  /// Removes those for which it answers true; returns how many.
  Result<std::int64_t> remove_if(const std::function<bool(const model::Skill& skill)>& leaves);

 private:
  struct Slot {
    std::optional<KeptSkill> now;  ///< absent: it is gone
    bool existed = false;          ///< before this record
    bool was_capability = false;
  };

  Result<std::string_view> row_of(const Uuid& id);
  Result<Slot*> open(const Uuid& id);
  void drop(const Uuid& id, bool was_capability);
  void mind_boundary(LogTime boundary);
  void write(const Uuid& id, const Slot& slot);
  Status set_timer();
  void report_stats();
  void leave_nothing();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  SkillSettings settings_;
  SkillHead head_;
  SkillHead before_;
  bool had_head_ = false;
  evidence::IdList ids_;
  std::map<Uuid, Slot> slots_;  ///< what this record touched
  std::optional<LogTime> first_boundary_;
};

}  // namespace turnstream::skill
