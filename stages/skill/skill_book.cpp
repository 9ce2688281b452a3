#include "stages/skill/skill_book.h"

#include <algorithm>
#include <array>
#include <set>

#include "pipeline/codec/ids.h"
#include "pipeline/codec/skill.h"
#include "pipeline/codec/stats.h"
#include "pipeline/evidence/turn_sources.h"

namespace turnstream::skill {
namespace {

constexpr std::string_view kKind = "skill";
constexpr std::string_view kStatsKind = "stats";
constexpr std::string_view kStatsId = "skills";

}  // namespace

SkillBook::SkillBook(const stage_api::Input& input, stage_api::PersonaContext& context)
    : input_(input),
      context_(context),
      settings_(parse_settings(*input.settings)),
      ids_(context.state(), std::string(kIdsPrefix), head_.ids) {}

Status SkillBook::load() {
  TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(kHeadKey));
  if (bytes.has_value()) {
    TS_ASSIGN_OR_RETURN(head_, decode_head(*bytes));
    had_head_ = true;
  }
  before_ = head_;
  return {};
}

Status SkillBook::count(const evidence::ToolSequence& sequence, const model::StateExport& turn) {
  const Uuid id = codec::skill_id(context_.persona(), sequence.tools);
  TS_ASSIGN_OR_RETURN(Slot * slot, open(id));
  if (!slot->now.has_value()) {
    slot->now.emplace();
    slot->now->skill.id = to_string(id);
    slot->now->skill.persona_id = std::string(context_.persona());
    slot->now->skill.sequence = sequence.tools;
    TS_RETURN_IF_ERROR(ids_.append(id));
    ++head_.skills;
  }
  const std::string pointer = "/tool_executions/" + std::to_string(sequence.execution);
  const Use use{sequence.succeeded, turn.timestamp, input_.now, evidence::source_at(turn, pointer)};
  count_use(*slot->now, use, settings_);
  mind_boundary(next_boundary(input_.now, input_.now, settings_));
  return {};
}

Status SkillBook::evict() {
  if (head_.skills <= settings_.skills_max) {
    return {};
  }
  std::vector<RankedSkill> ranked;
  TS_RETURN_IF_ERROR(ids_.keep_if([&](const Uuid& id) -> Result<bool> {
    if (const auto slot = slots_.find(id); slot != slots_.end()) {
      ranked.push_back({id, slot->second.now->rank(), true});
    } else {
      TS_ASSIGN_OR_RETURN(const std::string_view row, row_of(id));
      TS_ASSIGN_OR_RETURN(const SkillRank rank, decode_rank(row));
      ranked.push_back({id, rank, false});
    }
    return true;
  }));
  const auto leaving_end = ranked.begin() + static_cast<std::ptrdiff_t>(head_.skills - settings_.skills_max);
  std::nth_element(ranked.begin(), leaving_end, ranked.end(), leaves_first);
  std::set<Uuid> leaving;
  for (auto skill = ranked.begin(); skill != leaving_end; ++skill) {
    drop(skill->id, skill->rank.capability);
    leaving.insert(skill->id);
  }
  return ids_.keep_if([&leaving](const Uuid& id) -> Result<bool> { return leaving.count(id) == 0; });
}

Result<std::int64_t> SkillBook::age() {
  head_.timer.reset();
  std::int64_t changed = 0;
  TS_RETURN_IF_ERROR(ids_.keep_if([&](const Uuid& id) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(const std::string_view row, row_of(id));
    TS_ASSIGN_OR_RETURN(const SkillRank rank, decode_rank(row));
    const Idleness idle = idleness(rank, input_.now, settings_);
    changed += idle == Idleness::kSettled ? 0 : 1;
    if (idle == Idleness::kRetires) {
      drop(id, rank.capability);
      return false;
    }
    if (idle == Idleness::kDecays) {
      TS_ASSIGN_OR_RETURN(Slot * slot, open(id));
      decay(*slot->now, input_.now, EventTime{input_.log_time.value()}, settings_);
    }
    mind_boundary(next_boundary(rank.last_used, input_.now, settings_));
    return true;
  }));
  return changed;
}

Result<std::int64_t> SkillBook::remove_if(const std::function<bool(const model::Skill& skill)>& leaves) {
  std::int64_t removed = 0;
  TS_RETURN_IF_ERROR(ids_.keep_if([&](const Uuid& id) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(const std::string_view row, row_of(id));
    TS_ASSIGN_OR_RETURN(const KeptSkill kept, decode_skill(row, context_.persona(), id));
    if (!leaves(kept.skill)) {
      return true;
    }
    drop(id, kept.skill.capability);
    ++removed;
    return false;
  }));
  return removed;
}

Result<std::string_view> SkillBook::row_of(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(skill_key(id)));
  if (!row.has_value()) {
    return bad_state("A skill that is listed is missing.");
  }
  return *row;
}

Result<SkillBook::Slot*> SkillBook::open(const Uuid& id) {
  const auto [place, first] = slots_.try_emplace(id);
  Slot& slot = place->second;
  if (first) {
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(skill_key(id)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(slot.now, decode_skill(*row, context_.persona(), id));
      slot.existed = true;
      slot.was_capability = slot.now->skill.capability;
    }
  }
  return &slot;
}

void SkillBook::drop(const Uuid& id, bool was_capability) {
  slots_.try_emplace(id, Slot{std::nullopt, true, was_capability}).first->second.now.reset();
  --head_.skills;
}

void SkillBook::mind_boundary(LogTime boundary) {
  first_boundary_ = std::min(boundary, first_boundary_.value_or(boundary));
}

Status SkillBook::finish() {
  for (const auto& [id, slot] : slots_) {
    write(id, slot);
  }
  if (head_.skills == 0) {
    leave_nothing();
    return before_.timer.has_value() ? context_.timers().cancel(kTimer) : Status();
  }
  TS_RETURN_IF_ERROR(set_timer());
  report_stats();
  if (head_ != before_) {
    context_.state().put(kHeadKey, encode_head(head_));
  }
  return {};
}

void SkillBook::write(const Uuid& id, const Slot& slot) {
  const bool capability = slot.now.has_value() && slot.now->skill.capability;
  head_.capabilities += (capability ? 1 : 0) - (slot.was_capability ? 1 : 0);
  if (slot.now.has_value()) {
    std::string json;
    codec::append_skill(json, slot.now->skill);
    context_.state().put(skill_key(id), encode_skill(*slot.now));
    context_.effects().put(kKind, slot.now->skill.id, std::move(json), slot.existed);
  } else if (slot.existed) {
    context_.state().erase(skill_key(id));
    context_.effects().remove(kKind, to_string(id));
  }
}

/// A use only moves a skill's boundary on, so the timer may come too early, which arms it again, but never too late.
Status SkillBook::set_timer() {
  if (!first_boundary_.has_value() || (head_.timer.has_value() && *head_.timer <= *first_boundary_)) {
    return {};
  }
  head_.timer = first_boundary_;
  return context_.timers().arm(kTimer, *first_boundary_);
}

void SkillBook::report_stats() {
  if (head_.skills == before_.skills && head_.capabilities == before_.capabilities) {
    return;
  }
  const std::array counters{codec::Counter{"skills", head_.skills}, codec::Counter{"capabilities", head_.capabilities}};
  std::string json;
  codec::append_stats(json, kStatsId, context_.persona(), counters);
  context_.effects().put(kStatsKind, kStatsId, std::move(json), had_head_);
}

/// The persona never had a skill, or has none any more.
void SkillBook::leave_nothing() {
  ids_.clear();
  if (had_head_) {
    context_.state().erase(kHeadKey);
    context_.effects().remove(kStatsKind, kStatsId);
  }
}

}  // namespace turnstream::skill
