#include "stages/consolidation/records/forgetting.h"

#include <array>

#include "pipeline/base/sha256.h"
#include "pipeline/codec/command_args.h"
#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kEffectsRetentionMs = std::int64_t{7} * 24 * 60 * 60 * 1000;
/// The topics that are kept for ever and may hold what the stage wrote before.
constexpr std::array<std::string_view, 3> kKeptTopics{"completions.consolidation", "consolidation", "insights"};
constexpr std::array<std::string_view, 2> kEffectTopics{"effects.requests", "effects.results"};

}  // namespace

Result<Forgetting> Forgetting::read(const stage_api::Input& input) {
  TS_ASSIGN_OR_RETURN(model::ForgetArgs args, codec::parse_forget_args(input.value));
  Forgetting forgetting(std::move(args));
  forgetting.salt_ = to_hex(sha256(input.value));
  for (const std::string& id : forgetting.args_.ids) {
    forgetting.add(id);
  }
  for (const stage_api::UpstreamCompletion& completion : input.upstream) {
    TS_RETURN_IF_ERROR(completion.each_change([&forgetting](const model::Change& change) {
      if (change.op == model::ChangeOp::kDelete && change.kind != "stats") {
        forgetting.add(change.id);
      }
      return Status();
    }));
  }
  return forgetting;
}

void Forgetting::removed(std::string_view kind, const std::string& id) {
  const auto [count, first] = counts_.try_emplace(std::string(kind));
  ++count->second;
  items_.push_back(id);
  add(id);
}

void Forgetting::add(const std::string& id) {
  if (known_.insert(id).second) {
    ids_.push_back(id);
    forgotten_.add(id);
  }
}

void Forgetting::report(const stage_api::Input& input, stage_api::PersonaContext& context,
                        std::string_view stage) const {
  announce_maintenance(input, context, "forget_report", [&](json::Writer& json) {
    json.string("command_id", input.cause_id).string("stage", stage).begin_object("removed");
    for (const auto& [kind, count] : counts_) {
      json.integer(kind, count);
    }
    json.end_object();
    write_ids(json, "items", items_);
    json.begin_array("remains");
    for (const std::string_view topic : kKeptTopics) {
      if (!items_.empty()) {
        json.begin_object().string("topic", topic).null("until").end_object();
      }
    }
    for (const std::string_view topic : kEffectTopics) {
      if (cancelled_ > 0) {
        json.begin_object().string("topic", topic);
        json.time("until", input.log_time.value() + kEffectsRetentionMs).end_object();
      }
    }
    json.end_array();
  });
}

}  // namespace turnstream::consolidation
