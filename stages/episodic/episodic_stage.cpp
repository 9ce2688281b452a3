#include "stages/episodic/episodic_stage.h"

#include <nlohmann/json.hpp>

#include "pipeline/codec/command_args.h"
#include "stages/episodic/describe.h"
#include "stages/episodic/forget.h"
#include "stages/episodic/items_of_turn.h"
#include "stages/episodic/persona_work.h"

namespace turnstream::episodic {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

Status apply_turn(PersonaWork& work) {
  const Input& input = work.input;
  std::vector<NewItem> made = items_of_turn(input, work.settings);
  work.context.effects().processed(static_cast<std::int64_t>(made.size()));
  if (made.empty()) {
    return {};
  }
  const Uuid first = made.front().id;
  std::vector<Uuid> ids;
  std::vector<std::vector<std::string>> tags;
  for (NewItem& item : made) {
    tags.push_back(item.item.tags);
    TS_ASSIGN_OR_RETURN(const Uuid id, work.ring.admit(std::move(item), input));
    ids.push_back(id);
  }
  return work.episodes.add({input.turn->session_id, first, input.turn->timestamp, input.now, ids, tags});
}

Status apply_access(PersonaWork& work) {
  TS_ASSIGN_OR_RETURN(const model::AccessArgs access, codec::parse_access_args(work.input.value));
  for (const auto& [id, count] : access.counts) {
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      TS_ASSIGN_OR_RETURN(const bool in_ring, work.ring.access(*uuid, count, work.input));
      work.context.effects().processed(in_ring ? 1 : 0);
    }
  }
  return {};
}

Status apply_command(PersonaWork& work) {
  if (work.input.command_kind == "access") {
    return apply_access(work);
  }
  if (work.input.command_kind == "forget") {
    TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(work.input.value));
    return forget(work, args);
  }
  if (work.input.command_kind == "unforget") {
    TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(work.input.value));
    return unforget(work, args);
  }
  return {};
}

Status fire_ring(PersonaWork& work, LogTime due) {
  work.state.ring_timer_armed = false;
  TS_ASSIGN_OR_RETURN(const std::int64_t promoted, work.ring.promote_qualifying(work.input.log_time));
  TS_ASSIGN_OR_RETURN(const std::int64_t aged_out, work.ring.age_out(work.input.now));
  work.context.effects().processed(promoted + aged_out);
  return work.rearm_ring_timer(due);
}

Status fire_episodes(PersonaWork& work) {
  work.state.episode_timer_armed = false;
  return work.episodes.close_idle(work.input.now);
}

class EpisodicStage final : public stage_api::Stage {
 public:
  EpisodicStage() {
    info_.name = "episodic";
    info_.phase = 1;
    info_.admits = true;
    info_.logic_version = 14;
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    const bool command = input.kind == stage_api::RecordKind::kCommand;
    if (input.turn == nullptr && !command) {
      return {};
    }
    PersonaWork work(input, context);
    TS_RETURN_IF_ERROR(work.load());
    TS_RETURN_IF_ERROR(command ? apply_command(work) : apply_turn(work));
    return work.finish();
  }

  Status fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const override {
    PersonaWork work(input, context);
    TS_RETURN_IF_ERROR(work.load());
    if (timer == kRingTimer) {
      TS_RETURN_IF_ERROR(fire_ring(work, due));
    } else if (timer == kEpisodesTimer) {
      TS_RETURN_IF_ERROR(fire_episodes(work));
    }
    return work.finish();
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_row(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_episodic_stage() {
  return std::make_unique<EpisodicStage>();
}

}  // namespace turnstream::episodic
