#include "stages/lifecycle/lifecycle_stage.h"

#include <nlohmann/json.hpp>

#include "pipeline/codec/command_args.h"
#include "stages/lifecycle/admission.h"
#include "stages/lifecycle/describe.h"
#include "stages/lifecycle/forget.h"
#include "stages/lifecycle/references.h"
#include "stages/lifecycle/upkeep.h"

namespace turnstream::lifecycle {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;
using stage_api::RecordKind;

bool is_command(const Input& input, std::string_view kind) {
  return input.kind == RecordKind::kCommand && input.command_kind == kind;
}

/// Takes over what episodic promoted in this record.
Status apply_promotions(Work& work, std::vector<Promoted> promoted) {
  if (promoted.empty()) {
    return {};
  }
  arm_upkeep(work, promoted);
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids, admit(work, std::move(promoted)));
  return ask_for(work, ids);
}

Status apply_sweep(Work& work) {
  TS_ASSIGN_OR_RETURN(const model::SweepArgs args, codec::parse_sweep_args(work.input.value));
  return args.has(model::SweepPass::kVerify) ? ask_on_command(work, args.since) : Status();
}

Status apply_forget(Work& work) {
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(work.input.value));
  return forget(work, args);
}

/// The order matters: an access counts for items that the stage owned before the record, and a `forget` also covers
/// those that episodic promoted in its record.
Status apply(Work& work, std::vector<Promoted> promoted) {
  if (is_command(work.input, "access")) {
    TS_RETURN_IF_ERROR(apply_access(work));
  } else if (work.input.kind == RecordKind::kEffectResult) {
    TS_RETURN_IF_ERROR(apply_answer(work));
  }
  TS_RETURN_IF_ERROR(apply_promotions(work, std::move(promoted)));
  if (is_command(work.input, "sweep")) {
    TS_RETURN_IF_ERROR(apply_sweep(work));
  }
  if (is_command(work.input, "forget")) {
    return apply_forget(work);
  }
  Batch batch(work.settings);
  return enforce_quota(work, batch);
}

Status apply_timer(Work& work, std::string_view timer) {
  if (timer == kEffectsTimer) {
    return count_waiting(work);
  }
  work.book.fired(timer);
  Batch batch(work.settings);
  if (timer == kArchiveTimer) {
    TS_RETURN_IF_ERROR(archive_due(work, batch));
    return enforce_quota(work, batch);
  }
  TS_RETURN_IF_ERROR(apply_retention(work, batch));
  TS_RETURN_IF_ERROR(ask_daily(work));
  return enforce_quota(work, batch);
}

class LifecycleStage final : public stage_api::Stage {
 public:
  LifecycleStage() {
    info_.name = "lifecycle";
    info_.phase = 3;
    info_.logic_version = 4;
    info_.upstream = {"episodic", "semantic", "pattern"};
    info_.event_topics = {"maintenance"};
    info_.asks_with = {"lifecycle.check_references"};
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    TS_ASSIGN_OR_RETURN(std::vector<Promoted> promoted, promoted_items(input));
    const bool concerned = is_command(input, "access") || is_command(input, "forget") || is_command(input, "sweep") ||
                           input.kind == RecordKind::kEffectResult || !promoted.empty();
    if (!concerned) {
      return {};
    }
    Work work(input, context);
    TS_RETURN_IF_ERROR(work.book.load());
    TS_RETURN_IF_ERROR(apply(work, std::move(promoted)));
    return work.book.finish();
  }

  Status fire(std::string_view timer, LogTime, const Input& input, PersonaContext& context) const override {
    Work work(input, context);
    TS_RETURN_IF_ERROR(work.book.load());
    TS_RETURN_IF_ERROR(apply_timer(work, timer));
    return work.book.finish();
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_row(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_lifecycle_stage() {
  return std::make_unique<LifecycleStage>();
}

}  // namespace turnstream::lifecycle
