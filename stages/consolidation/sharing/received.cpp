#include "stages/consolidation/sharing/received.h"

#include <algorithm>

#include "pipeline/base/label_bounds.h"
#include "pipeline/codec/grant.h"
#include "pipeline/codec/ids.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kScoreMax = 1'000'000;

constexpr std::size_t kSummaryBytesMax = 8192;
constexpr std::size_t kTagsMax = 100;
constexpr std::size_t kOriginBytesMax = 8192;

/// An insight is far below these bounds; they keep the rows small if a command was made by another program.
bool is_bounded(const model::Insight& insight) {
  const auto fits = [](const std::string& tag) { return tag.size() <= kTagBytesMax; };
  const model::Derivation& origin = insight.derived_by;
  return parse_uuid(insight.id).has_value() && insight.summary.size() <= kSummaryBytesMax &&
         insight.tags.size() <= kTagsMax && std::all_of(insight.tags.begin(), insight.tags.end(), fits) &&
         origin.model.value_or("").size() <= kOriginBytesMax && origin.effect_id.value_or("").size() <= kOriginBytesMax;
}

bool is_score(std::int64_t value) {
  return value >= 0 && value <= kScoreMax;
}

Status check(const codec::ShareArgs& share, std::string_view persona) {
  const model::Insight& insight = share.insight;
  const bool can_be_shared =
      insight.type == model::InsightType::kExtracted || insight.type == model::InsightType::kMeta;
  if (share.source_persona != persona && insight.persona_id == share.source_persona && can_be_shared &&
      is_score(insight.importance) && is_score(insight.confidence) && is_bounded(insight)) {
    return {};
  }
  return make_error(
      error_codes::kBadCommand, Reaction::kDeadLetter,
      "/args/insight must be an insight of type extracted or meta that source_persona_id owns, another "
      "persona than the one that receives it, with a UUID as id, scores from 0 to 1, a summary of at most 8192 "
      "bytes, and at most 100 tags of at most 512 bytes.",
      "/args/insight");
}

Uuid id_here(std::string_view persona, const std::string& source_id) {
  return codec::insight_id(persona, {&source_id, 1});
}

/// The insight as this persona has it.
model::Insight received(const codec::ShareArgs& share, const stage_api::Input& input, const Uuid& id) {
  model::Insight insight = share.insight;
  insight.shared = model::SharedFrom{share.source_persona, insight.id, input.now};
  insight.type = model::InsightType::kShared;
  insight.sources = {{insight.id, "", ""}};
  insight.id = to_string(id);
  insight.persona_id = std::string(input.persona);
  insight.last_accessed_at.reset();
  insight.access_count = 0;
  insight.log = input.log;
  return insight;
}

bool is_from(const std::optional<model::Insight>& insight, const std::string& source_persona) {
  return insight.has_value() && insight->shared.has_value() && insight->shared->persona_id == source_persona;
}

}  // namespace

Status receive_share(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights) {
  TS_ASSIGN_OR_RETURN(const codec::ShareArgs share, codec::parse_share_args(input.value));
  TS_RETURN_IF_ERROR(check(share, input.persona));
  context.effects().processed(1);
  const Uuid id = id_here(input.persona, share.insight.id);
  const model::Insight insight = received(share, input, id);
  TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, insights.find(id));
  if (is_from(known, share.source_persona)) {
    return insights.update_shared(insight);
  }
  const Result<bool> added = insights.add(insight);
  return added.ok() ? Status() : added.error();
}

Status receive_unshare(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights) {
  TS_ASSIGN_OR_RETURN(const codec::UnshareArgs unshare, codec::parse_unshare_args(input.value));
  context.effects().processed(static_cast<std::int64_t>(unshare.ids.size()));
  for (const std::string& source_id : unshare.ids) {
    const Uuid id = id_here(input.persona, source_id);
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, insights.find(id));
    if (is_from(known, unshare.source_persona)) {
      TS_RETURN_IF_ERROR(insights.remove(id));
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
