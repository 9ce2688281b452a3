#include "stages/consolidation/metas/metas.h"

#include <algorithm>
#include <set>
#include <utility>

#include "pipeline/base/check.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/consolidation/metas/clusters.h"
#include "stages/consolidation/metas/meta_insight.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/requests/reply_text.h"
#include "stages/consolidation/requests/shown_words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kTickMs = 30'000;
/// Rows of the order of use that one pass reads at most: metas stand among them.
constexpr std::size_t kRowsMax = 2000;
/// Metas with which a new one is compared at most: an answer may make many, each of insights on which many rest already.
constexpr std::size_t kComparedMax = 64;

LogTime next_tick(LogTime now) {
  return LogTime{(now.value() / kTickMs + 1) * kTickMs};
}

std::set<std::string> source_ids(const model::Insight& meta) {
  std::set<std::string> ids;
  for (const model::SourceView source : meta.sources) {
    ids.emplace(source.id);
  }
  return ids;
}

/// What a request shows of an insight.
std::string shown_text(const model::Insight& insight) {
  std::string text = insight.summary;
  for (const std::string& tag : insight.tags) {
    text.append("\n").append(tag);
  }
  return text;
}

bool has_all(const std::set<std::string>& ids, const std::set<std::string>& some) {
  return std::includes(ids.begin(), ids.end(), some.begin(), some.end());
}

}  // namespace

Metas::Metas(const MetaNeeds& needs) : needs_(needs), settings_(needs.input.settings->read(kMetaSettingFields)) {}

LogTime Metas::due() const {
  return LogTime{needs_.insights.meta_clock().since.value() + settings_.meta_interval_h * kHourMs};
}

Status Metas::fire() {
  needs_.insights.meta_timer().reset();
  MetaClock& clock = needs_.insights.meta_clock();
  if (clock.fresh < settings_.meta_fresh_min || needs_.input.now < due()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const bool is_open, has_open_request());
  if (is_open) {
    clock.since = needs_.input.now;  // An interval later it will be answered or given up.
    return {};
  }
  return pass(LogTime{});
}

Status Metas::sweep(LogTime since) {
  TS_ASSIGN_OR_RETURN(const bool is_open, has_open_request());
  if (is_open) {
    announce_maintenance(needs_.input, needs_.context, "skipped",
                         [](json::Writer& json) { json.string("trigger", "command").string("reason", "overlap"); });
    return {};
  }
  return pass(since);
}

Result<bool> Metas::has_open_request() {
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    if (request->purpose == kMetaPurpose) {
      return true;
    }
  }
  return false;
}

Status Metas::pass(LogTime since) {
  MetaClock& clock = needs_.insights.meta_clock();
  clock.fresh = 0;
  clock.since = needs_.input.now;
  needs_.insights.meta_timer().reset();
  std::vector<std::string> ids;
  const auto limit = static_cast<std::size_t>(settings_.meta_insights_max);
  TS_RETURN_IF_ERROR(needs_.insights.each_used(kRowsMax, [&](const UsedInsight& used) {
    if (used.type == model::InsightType::kExtracted && used.extracted_at >= since) {
      ids.push_back(to_string(used.id));
    }
    return ids.size() < limit;
  }));
  TS_ASSIGN_OR_RETURN(const std::vector<model::Insight> insights, existing(ids));
  needs_.context.effects().processed(static_cast<std::int64_t>(insights.size()));
  const bool is_enough = insights.size() >= static_cast<std::size_t>(settings_.meta_size_min);
  if (is_enough && needs_.model.present() && needs_.model.sends_content()) {
    const Result<Uuid> asked = needs_.requests.ask(meta_request(insights, needs_.model), needs_.model.name);
    return asked.ok() ? Status() : asked.error();
  }
  return make_by_rules(insights, {});
}

Status Metas::make_by_rules(std::span<const model::Insight> insights, const model::Derivation& derived_by) {
  const ClusterRule rule{.similarity = settings_.meta_similarity,
                         .size_min = static_cast<std::size_t>(settings_.meta_size_min)};
  for (const Cluster& cluster : clusters_of(insights, rule)) {
    std::vector<model::Insight> members;
    for (const std::size_t i : cluster) {
      members.push_back(insights[i]);
    }
    model::Insight meta = meta_of(members, needs_.context.persona());
    TS_ASSIGN_OR_RETURN(meta.summary, summary_of(members, needs_.speech));
    meta.tags = common_tags(members);
    TS_RETURN_IF_ERROR(keep(std::move(meta), derived_by));
  }
  return {};
}

Status Metas::answer(const OpenRequest& request, const codec::EffectResult& result) {
  needs_.context.effects().processed(1);
  if (result.status != codec::EffectStatus::kOk) {
    return fall_back(request, failure_reason(result.status));
  }
  const MetaReply reply = read_meta_reply(answer_text(result).value_or(""), request.items.size());
  return reply.readable ? apply(request, reply) : fall_back(request, "unparsable");
}

Status Metas::expire(const OpenRequest& request) {
  return fall_back(request, "expired");
}

Status Metas::fall_back(const OpenRequest& request, std::string_view reason) {
  announce_fallback(request, request.items, reason);
  TS_ASSIGN_OR_RETURN(const std::vector<model::Insight> insights, existing(request.items));
  return make_by_rules(insights, {model::DerivationMethod::kFallback, request.note, to_string(request.id)});
}

Status Metas::apply(const OpenRequest& request, const MetaReply& reply) {
  TS_ASSIGN_OR_RETURN(const std::vector<model::Insight> insights, existing(request.items));
  const bool knows_all = insights.size() == request.items.size();
  ShownWords shown;
  for (const model::Insight& insight : insights) {
    shown.add(shown_text(insight));
  }
  std::set<std::string> ungrounded;
  bool has_usable = false;
  for (const ProposedMeta& proposed : reply.metas) {
    std::vector<std::string> ids;
    for (const std::size_t index : proposed.indices) {
      ids.push_back(request.items[index]);
    }
    TS_ASSIGN_OR_RETURN(const std::vector<model::Insight> members, existing(ids));
    if (members.size() < ids.size()) {
      continue;  // One left meanwhile.
    }
    std::string said;
    for (const model::Insight& member : members) {
      said.append(shown_text(member)).append("\n");
    }
    const auto takes_words = [&](const std::string& text) {
      return knows_all ? shown.lend_to(text, said) : has_foreign_word(text, said);
    };
    if (!is_grounded(proposed.summary, said) || takes_words(proposed.summary)) {
      ungrounded.insert(ids.begin(), ids.end());
      continue;
    }
    has_usable = true;
    model::Insight meta = meta_of(members, needs_.context.persona());
    meta.summary = proposed.summary;
    std::remove_copy_if(proposed.tags.begin(), proposed.tags.end(), std::back_inserter(meta.tags), takes_words);
    TS_RETURN_IF_ERROR(keep(std::move(meta), {model::DerivationMethod::kModel, request.note, to_string(request.id)}));
  }
  if (reply.out_of_range > 0) {
    announce_fallback(request, {}, "out_of_range");
  }
  if (ungrounded.empty()) {
    return {};
  }
  if (!has_usable) {
    return fall_back(request, "ungrounded");
  }
  announce_fallback(request, std::vector<std::string>(ungrounded.begin(), ungrounded.end()), "ungrounded");
  return {};
}

Status Metas::keep(model::Insight meta, const model::Derivation& derived_by) {
  const std::set<std::string> ids = source_ids(meta);
  TS_ASSIGN_OR_RETURN(const std::vector<model::Insight> others, metas_with_sources_of(meta));
  const auto has_them = [&ids](const model::Insight& other) { return has_all(source_ids(other), ids); };
  if (meta.summary.empty() || std::any_of(others.begin(), others.end(), has_them)) {
    return {};
  }
  meta.importance = settings_.meta_importance;
  meta.extracted_at = needs_.input.now;
  meta.derived_by = derived_by;
  meta.log = needs_.input.log;
  TS_ASSIGN_OR_RETURN(const bool is_added, needs_.insights.add(std::move(meta)));
  for (const model::Insight& other : others) {
    if (is_added && has_all(ids, source_ids(other))) {
      TS_RETURN_IF_ERROR(needs_.insights.remove(parse_uuid(other.id).value_or(Uuid{})));
    }
  }
  return {};
}

Result<std::vector<model::Insight>> Metas::metas_with_sources_of(const model::Insight& meta) {
  std::vector<std::vector<Uuid>> of_sources;
  for (const model::SourceView source : meta.sources) {
    TS_ASSIGN_OR_RETURN(std::vector<Uuid> found, needs_.insights.resting_on(source.id));
    of_sources.push_back(std::move(found));
  }
  // Of a source on which few rest first: a meta with two of the sources is found by the rarer one.
  std::stable_sort(of_sources.begin(), of_sources.end(),
                   [](const auto& one, const auto& other) { return one.size() < other.size(); });
  std::set<Uuid> candidates;
  for (const std::vector<Uuid>& found : of_sources) {
    for (auto id = found.begin(); id != found.end() && candidates.size() < kComparedMax; ++id) {
      candidates.insert(*id);
    }
  }
  std::vector<model::Insight> metas;
  for (const Uuid& id : candidates) {
    TS_ASSIGN_OR_RETURN(std::optional<model::Insight> insight, needs_.insights.find(id));
    if (insight.has_value() && insight->type == model::InsightType::kMeta) {
      metas.push_back(*std::move(insight));
    }
  }
  return metas;
}

Result<std::vector<model::Insight>> Metas::existing(std::span<const std::string> ids) {
  std::vector<model::Insight> insights;
  insights.reserve(ids.size());
  for (const std::string& text : ids) {
    TS_ASSIGN_OR_RETURN(std::optional<model::Insight> insight, needs_.insights.find(parse_uuid(text).value_or(Uuid{})));
    if (insight.has_value()) {
      insights.push_back(*std::move(insight));
    }
  }
  return insights;
}

void Metas::announce_fallback(const OpenRequest& request, std::span<const std::string> items,
                              std::string_view reason) const {
  announce_maintenance(needs_.input, needs_.context, "fallback", [&](json::Writer& json) {
    json.string("effect_id", to_string(request.id));
    write_ids(json, "items", items);
    json.string("reason", reason);
  });
}

/// The next tick asks again, without what is forgotten: an answer that is under way could tell of it.
Status Metas::forget(const Forgetting& forgetting) {
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    const auto is_gone = [&](const std::string& item) { return forgetting.has(item); };
    if (request->purpose != kMetaPurpose || std::none_of(request->items.begin(), request->items.end(), is_gone)) {
      continue;
    }
    needs_.requests.cancel_forgotten(id);
    needs_.requests.close(id);
    MetaClock& clock = needs_.insights.meta_clock();
    clock.fresh = std::max(clock.fresh, settings_.meta_fresh_min);
    clock.since = LogTime{needs_.input.now.value() - settings_.meta_interval_h * kHourMs};
    needs_.insights.meta_timer().reset();
  }
  return {};
}

void Metas::finish() {
  std::optional<LogTime>& timer = needs_.insights.meta_timer();
  if (needs_.insights.meta_clock().fresh < settings_.meta_fresh_min) {
    timer.reset();
  } else if (!timer.has_value()) {
    timer = std::max(due(), next_tick(needs_.input.now));
  }
}

}  // namespace turnstream::consolidation
