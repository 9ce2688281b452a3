#include "stages/consolidation/consolidation_stage.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/codec/command_args.h"
#include "pipeline/codec/effect_result.h"
#include "pipeline/model/names.h"
#include "stages/consolidation/call.h"
#include "stages/consolidation/describe.h"
#include "stages/consolidation/sharing/received.h"
#include "stages/consolidation/topics/producer_tag.h"
#include "stages/consolidation/topics/topic_request.h"

namespace turnstream::consolidation {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;
using stage_api::RecordKind;

Status load(Call& call) {
  TS_RETURN_IF_ERROR(call.heads.heads().load());
  TS_RETURN_IF_ERROR(call.requests.load());
  TS_RETURN_IF_ERROR(call.insights.load());
  TS_RETURN_IF_ERROR(call.working.load());
  TS_RETURN_IF_ERROR(call.topics.load());
  TS_RETURN_IF_ERROR(call.sessions.load());
  call.retention.load();
  return {};
}

TopicEvent topic_event_of(Arrived&& arrived, const Input& input) {
  const ItemView& item = arrived.item;
  TopicEvent event;
  const std::string_view tag = input.turn == nullptr ? std::string_view() : producer_tag(*input.turn, item.pointer);
  event.topic = std::string(tag.empty() ? name_in(model::kItemTypes, item.type) : tag);
  event.sources = std::move(arrived.sources);
  event.text = std::move(arrived.text);
  event.value = arrived.value;
  event.importance = item.importance;
  event.count = item.occurrences;
  event.at = item.timestamp;
  event.recorded_at = item.recorded_at;
  event.number = arrived.number;
  event.user_id = std::move(arrived.user_id);
  return event;
}

/// What episodic did to items: working memory sees it first, then topics.
Status take_items(Call& call) {
  TS_RETURN_IF_ERROR(call.working.take());
  for (Arrived& arrived : call.working.take_arrived()) {
    TS_RETURN_IF_ERROR(call.topics.add(topic_event_of(std::move(arrived), call.input)));
  }
  for (const SeenAgain& seen : call.working.seen_again()) {
    TS_RETURN_IF_ERROR(call.topics.repeat(seen.number, seen.count));
  }
  return call.discoveries.take();
}

/// A turn, or what upstream stages changed of the persona at a record without one.
Status take(Call& call) {
  if (call.input.turn != nullptr) {
    TS_RETURN_IF_ERROR(call.speech.hear(*call.input.turn));
    call.topics.heard_turn();
    TS_RETURN_IF_ERROR(call.sessions.turn());
  }
  return take_items(call);
}

Status forget(Call& call) {
  TS_ASSIGN_OR_RETURN(Forgetting forgetting, Forgetting::read(call.input));
  TS_RETURN_IF_ERROR(call.speech.forget(forgetting.args().all));
  TS_RETURN_IF_ERROR(call.working.forget(forgetting));
  TS_RETURN_IF_ERROR(call.insights.forget(forgetting));
  TS_RETURN_IF_ERROR(call.topics.forget(forgetting));
  TS_RETURN_IF_ERROR(call.sessions.forget(forgetting));
  TS_RETURN_IF_ERROR(call.discoveries.forget(forgetting));
  TS_RETURN_IF_ERROR(call.metas.forget(forgetting));
  if (!forgetting.args().all) {
    return {};
  }
  TS_RETURN_IF_ERROR(call.sharing.forget_all());
  TS_RETURN_IF_ERROR(call.blocked.clear());
  return {};
}

/// The completion says as `items_processed` how many sentences are allowed again.
Status unforget(Call& call) {
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(call.input.value));
  TS_ASSIGN_OR_RETURN(const std::int64_t count, args.all ? call.blocked.clear() : call.blocked.unforget(args.ids));
  call.context.effects().processed(count);
  return {};
}

Status sweep(Call& call) {
  TS_ASSIGN_OR_RETURN(const model::SweepArgs args, codec::parse_sweep_args(call.input.value));
  const LogTime since = args.since.value_or(LogTime{0});
  if (args.has(model::SweepPass::kConsolidate)) {
    TS_RETURN_IF_ERROR(call.working.sweep(Trigger::kCommand, since));
  }
  if (args.has(model::SweepPass::kTopics)) {
    TS_RETURN_IF_ERROR(call.topics.sweep(args.since));
  }
  if (args.has(model::SweepPass::kFlush)) {
    TS_RETURN_IF_ERROR(call.sessions.sweep(args.since));
  }
  if (args.has(model::SweepPass::kMeta)) {
    TS_RETURN_IF_ERROR(call.metas.sweep(since));
  }
  if (args.has(model::SweepPass::kDiscover)) {
    TS_RETURN_IF_ERROR(call.discoveries.sweep());
  }
  return args.has(model::SweepPass::kCurate) ? call.sessions.curate() : Status();
}

Status count_access(Call& call) {
  TS_ASSIGN_OR_RETURN(const model::AccessArgs args, codec::parse_access_args(call.input.value));
  return call.insights.access(args);
}

Status share(Call& call) {
  const std::string_view kind = call.input.command_kind;
  if (kind == "share") {
    return receive_share(call.input, call.context, call.insights);
  }
  if (kind == "unshare") {
    return receive_unshare(call.input, call.context, call.insights);
  }
  return kind == "grant" ? call.sharing.grant() : kind == "revoke" ? call.sharing.revoke() : Status();
}

/// A command can also change items upstream: an access promotes some.
Status apply_command(Call& call) {
  const std::string_view kind = call.input.command_kind;
  if (kind == "forget") {
    return forget(call);
  }
  TS_RETURN_IF_ERROR(take_items(call));
  if (kind == "unforget") {
    return unforget(call);
  }
  if (kind == "sweep") {
    return sweep(call);
  }
  return kind == "access" ? count_access(call) : share(call);
}

Status answer(Call& call, const OpenRequest& request, const codec::EffectResult& result) {
  if (request.purpose == kPass2Purpose) {
    return call.working.answer(request, result);
  }
  if (request.purpose == kFlushPurpose) {
    return call.sessions.answer(request, result);
  }
  if (request.purpose == kTopicsPurpose) {
    return call.topics.answer(request, result);
  }
  if (request.purpose == kDiscoveryPurpose) {
    return call.discoveries.answer(request, result);
  }
  return request.purpose == kMetaPurpose ? call.metas.answer(request, result) : Status();
}

/// A result of a request that is not open, or with the hash of another request, changes nothing.
Status apply_result(Call& call) {
  codec::EffectResultParser parser;
  TS_ASSIGN_OR_RETURN(const codec::EffectResult* result, parser.parse(call.input.value));
  TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request,
                      call.requests.take(result->effect_id, result->request_hash));
  if (request.has_value()) {
    TS_RETURN_IF_ERROR(answer(call, *request, *result));
  } else if (result->kind == codec::EffectKind::kChat) {
    call.context.effects().late_result();
  }
  return take_items(call);
}

Status expire(Call& call, const OpenRequest& request) {
  if (request.purpose == kPass2Purpose) {
    return call.working.expire(request);
  }
  if (request.purpose == kFlushPurpose) {
    return call.sessions.expire(request);
  }
  if (request.purpose == kTopicsPurpose) {
    return call.topics.expire(request);
  }
  if (request.purpose == kDiscoveryPurpose) {
    return call.discoveries.expire(request);
  }
  return request.purpose == kMetaPurpose ? call.metas.expire(request) : Status();
}

Status count_waiting(Call& call) {
  TS_ASSIGN_OR_RETURN(const std::vector<OpenRequest> expired, call.requests.fire(call.working.request_wait_ticks()));
  for (const OpenRequest& request : expired) {
    TS_RETURN_IF_ERROR(expire(call, request));
  }
  return {};
}

/// Topics before insights: some insights rest on topics that leave. Insights before working memory: the event of a pass tells their
/// number. Sharing follows what became of them. Retention counts what is left. The heads of all stand in one row.
Status finish(Call& call) {
  TS_RETURN_IF_ERROR(call.discoveries.finish());
  call.metas.finish();
  TS_RETURN_IF_ERROR(call.topics.finish());
  TS_RETURN_IF_ERROR(call.insights.finish());
  TS_RETURN_IF_ERROR(call.sharing.finish());
  TS_RETURN_IF_ERROR(call.working.finish());
  TS_RETURN_IF_ERROR(call.sessions.finish());
  TS_RETURN_IF_ERROR(call.retention.finish());
  TS_RETURN_IF_ERROR(call.requests.finish());
  TS_RETURN_IF_ERROR(call.speech.finish());
  call.heads.heads().finish();
  return {};
}

class ConsolidationStage final : public stage_api::Stage {
 public:
  ConsolidationStage() {
    info_.name = "consolidation";
    info_.logic_version = 18;
    info_.phase = 3;
    info_.upstream = {"episodic", "semantic", "pattern"};
    info_.event_topics = {"consolidation", "insights", "maintenance"};
    info_.asks_with = {"model.name"};
    info_.first_timers = {std::string(kCycleTimer), std::string(kSessionsTimer)};
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    Call call(input, context);
    TS_RETURN_IF_ERROR(load(call));
    if (input.kind == RecordKind::kCommand) {
      TS_RETURN_IF_ERROR(apply_command(call));
    } else {
      TS_RETURN_IF_ERROR(input.kind == RecordKind::kEffectResult ? apply_result(call) : take(call));
    }
    return finish(call);
  }

  Status fire(std::string_view timer, LogTime /*due*/, const Input& input, PersonaContext& context) const override {
    Call call(input, context);
    TS_RETURN_IF_ERROR(load(call));
    if (timer == kEffectsTimer) {
      TS_RETURN_IF_ERROR(count_waiting(call));
    } else if (timer == kSweepTimer || timer == kEntriesTimer) {
      TS_RETURN_IF_ERROR(call.working.fire(timer));
    } else if (timer == TopicForm::kTimer) {
      TS_RETURN_IF_ERROR(call.topics.fire());
    } else if (timer == kCycleTimer || timer == kSessionsTimer) {
      TS_RETURN_IF_ERROR(call.sessions.fire(timer));
    } else if (timer == kMetasTimer) {
      TS_RETURN_IF_ERROR(call.metas.fire());
    } else if (timer == kSharingTimer) {
      TS_RETURN_IF_ERROR(call.sharing.fire());
    } else if (timer == kRetentionTimer) {
      TS_RETURN_IF_ERROR(call.retention.fire());
    }
    return finish(call);
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_row(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_consolidation_stage() {
  return std::make_unique<ConsolidationStage>();
}

std::vector<stage_api::SettingRow> consolidation_settings() {
  std::vector<stage_api::SettingRow> rows;
  for (const auto& part : {stage_api::rows_of(kDiscoverySettingFields), stage_api::rows_of(kInsightSettingFields),
                           stage_api::rows_of(kMetaSettingFields), stage_api::rows_of(kModelSettingFields),
                           stage_api::rows_of(kRetentionSettingFields), stage_api::rows_of(kSessionSettingFields),
                           stage_api::rows_of(kSharingSettingFields), stage_api::rows_of(kTopicSettingFields),
                           stage_api::rows_of(kWorkingSettingFields)}) {
    rows.insert(rows.end(), part.begin(), part.end());
  }
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return rows;
}

}  // namespace turnstream::consolidation
