#include "stages/consolidation/working/pass.h"

#include <algorithm>
#include <span>
#include <utility>

#include "pipeline/base/decimal.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/statements.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/working/prompt.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kAdaptCandidatesMin = 10;
constexpr std::int64_t kAdaptStep = 50'000;
constexpr std::int64_t kAdaptHighRate = 500'000;
constexpr std::int64_t kAdaptLowRate = 200'000;
constexpr std::int64_t kMinorMin = 100'000;
constexpr std::int64_t kMinorMax = 600'000;

/// The importance below which old entries are dropped: the setting, and what passes with a model learnt.
std::int64_t minor_importance(const PassParts& parts) {
  const std::int64_t set = parts.settings.minor_importance;
  return parts.head.minor_shift == 0 ? set : std::clamp(set + parts.head.minor_shift, kMinorMin, kMinorMax);
}

bool states_something(const std::vector<Span>& summary, bool chat) {
  const auto reg = chat ? language::Register::kTalk : language::Register::kRecord;
  return std::any_of(summary.begin(), summary.end(),
                     [reg](const Span& span) { return language::states_something(span.text, reg); });
}

}  // namespace

model::Insight insight_of(const Place& place, const Entry& entry) {
  model::Insight insight;
  insight.sources.push_back(model::Source{to_string(place.id), entry.turn_id, entry.session_id});
  insight.user_id = entry.user_id;
  insight.domain = entry.domain;
  insight.importance = entry.importance;
  insight.tags = entry.tags;
  return insight;
}

Status Passes::run(Trigger trigger, const std::vector<Place>& places, bool asks) {
  Pass pass{.trigger = trigger, .opened_at = parts_.input.now};
  if (parts_.settings.dry_run) {
    TS_RETURN_IF_ERROR(plan(pass, places));
    parts_.head.last_sweep = parts_.input.now;
    parts_.head.rests = true;
    closed_.push_back({pass, parts_.input.now, true});
    return {};
  }
  std::vector<std::pair<Place, Entry>> candidates;
  for (const Place& place : places) {
    TS_ASSIGN_OR_RETURN(Entry entry, parts_.entries.waiting(place.id));
    if (is_ephemeral(entry)) {
      parts_.entries.drop(place);
      ++pass.deleted;
    } else if (asks) {
      candidates.emplace_back(place, std::move(entry));
    } else {
      TS_RETURN_IF_ERROR(extract(pass, place, entry));
    }
  }
  if (candidates.empty()) {
    close(pass);
    return {};
  }
  return ask(pass, candidates);
}

bool Passes::is_ephemeral(const Entry& entry) const {
  const std::int64_t age_ms = parts_.input.now.value() - entry.recorded_at.value();
  return entry.ephemeral ||
         (age_ms > parts_.settings.minor_age_h * kHourMs && entry.importance < minor_importance(parts_));
}

/// A dry run tells what rules alone would do; insights that would merge count as extracted.
Status Passes::plan(Pass& pass, const std::vector<Place>& places) {
  for (const Place& place : places) {
    TS_ASSIGN_OR_RETURN(const Entry entry, parts_.entries.waiting(place.id));
    const bool deleted = is_ephemeral(entry) || is_worthless(entry) || entry.finding.slight;
    ++(deleted ? pass.deleted : pass.extracted);
    pass.slight += !is_ephemeral(entry) && !is_worthless(entry) && entry.finding.slight ? 1 : 0;
  }
  return {};
}

Status Passes::extract(Pass& pass, const Place& place, const Entry& entry) {
  std::vector<Span> summary;
  for (const Span& span : entry.summary) {
    TS_ASSIGN_OR_RETURN(const bool is_blocked, parts_.blocked.has(span.text));
    if (!is_blocked) {
      summary.push_back(span);
    }
  }
  if (is_worthless(entry) || summary.empty()) {
    parts_.entries.drop(place);
    ++pass.deleted;
    pass.slight += entry.finding.slight && !is_worthless(entry) ? 1 : 0;
    return {};
  }
  model::Insight insight = insight_of(place, entry);
  if (!entry.asked_in.empty()) {
    insight.sources.push_back(source_of_question(entry, parts_.context.persona()));
  }
  insight.summary = summary_text(summary);
  insight.confidence = states_something(summary, entry.finding.chat) ? parts_.settings.statement_confidence
                                                                     : parts_.settings.sentence_confidence;
  return accept(pass, place, entry, std::move(insight));
}

Status Passes::fall_back(Pass& pass, const Place& place, const Entry& entry, const OpenRequest& request) {
  model::Insight insight = insight_of(place, entry);
  const std::string content = named_content(entry);
  insight.summary = first_code_points(content, static_cast<std::size_t>(parts_.settings.fallback_code_points_max));
  insight.tags.clear();
  insight.confidence = parts_.settings.fallback_confidence;
  insight.derived_by = {model::DerivationMethod::kFallback, std::nullopt, to_string(request.id)};
  ++pass.fallbacks;
  return accept(pass, place, entry, std::move(insight));
}

Status Passes::accept(Pass& pass, const Place& place, const Entry& entry, model::Insight insight) {
  InsightBook::Taken taken;
  if (!normalise(insight.summary).empty()) {
    TS_ASSIGN_OR_RETURN(taken, parts_.insights.take(std::move(insight)));
  }
  if (taken.acceptance == Acceptance::kBlocked) {
    parts_.entries.drop(place);
    ++pass.deleted;
    return {};
  }
  parts_.entries.consolidate(place, entry, taken.id, parts_.input.now);
  ++(taken.acceptance == Acceptance::kAdded ? pass.extracted : pass.merged);
  return {};
}

Status Passes::ask(Pass& pass, const std::vector<std::pair<Place, Entry>>& candidates) {
  const std::span<const std::pair<Place, Entry>> all = candidates;
  const auto size = static_cast<std::size_t>(parts_.settings.model_batch_size);
  for (std::size_t begin = 0; begin < all.size(); begin += size) {
    const auto batch = all.subspan(begin, std::min(size, all.size() - begin));
    TS_RETURN_IF_ERROR(parts_.requests.ask(pass2_request(batch, parts_.model), parts_.model.name));
    for (const auto& [place, entry] : batch) {
      parts_.entries.claim(place);
    }
  }
  pass.candidates = static_cast<std::int64_t>(all.size());
  parts_.head.pass = pass;
  return {};
}

void Passes::close(const Pass& pass) {
  WorkingHead& head = parts_.head;
  head.total_consolidated += pass.processed();
  head.total_ephemeral_deleted += pass.deleted;
  head.total_insights_extracted += pass.extracted;
  head.last_sweep = parts_.input.now;
  const std::int64_t pressure = pressure_of(head.waiting, parts_.settings.max_working_memory);
  head.rests = pressure <= parts_.settings.pressure_threshold;
  adapt(pass);
  closed_.push_back({pass, parts_.input.now, false});
}

void Passes::adapt(const Pass& pass) {
  if (pass.candidates < kAdaptCandidatesMin) {
    return;
  }
  const std::int64_t rate = pass.model_ephemeral * kMillion / pass.candidates;
  const std::int64_t from = minor_importance(parts_);
  const std::int64_t step = rate > kAdaptHighRate ? kAdaptStep : rate < kAdaptLowRate ? -kAdaptStep : 0;
  const std::int64_t to = std::clamp(from + step, kMinorMin, kMinorMax);
  if (step == 0 || to == from) {
    return;
  }
  parts_.head.minor_shift = to - parts_.settings.minor_importance;
  announce_maintenance(parts_.input, parts_.context, "threshold", [&](json::Writer& json) {
    json.millionths("from", from).millionths("to", to).millionths("rate", rate);
  });
}

}  // namespace turnstream::consolidation
