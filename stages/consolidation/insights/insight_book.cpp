#include "stages/consolidation/insights/insight_book.h"

#include <algorithm>

#include "pipeline/base/check.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "pipeline/codec/insight.h"
#include "stages/common/evidence/source_list.h"
#include "stages/common/evidence/text_index.h"
#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

/// The text of an insight rests on the first source and, if it quotes a question, on the second: they stay.
constexpr std::size_t kSourcesOfText = 2;
/// Insights that one call drops at most, if the setting is lowered.
constexpr std::int64_t kDroppedMax = 1000;
constexpr std::int64_t kAccessesMax = 1'000'000'000'000;

Uuid id_of(std::string_view persona, const model::Insight& insight) {
  std::vector<std::string> sources;
  for (const model::SourceView source : insight.sources) {
    sources.emplace_back(source.id);
  }
  return codec::insight_id(persona, sources);
}

Error missing() {
  return evidence::bad_state("An index of insights names an insight that is missing.");
}

}  // namespace

bool rests_on(const model::Insight& insight, std::string_view source_id) {
  return std::any_of(insight.sources.begin(), insight.sources.end(),
                     [&](model::SourceView source) { return source.id == source_id; });
}

InsightBook::InsightBook(const stage_api::Input& input, stage_api::PersonaContext& context,
                         const InsightSettings& settings, BlockedSentences& blocked)
    : input_(input),
      context_(context),
      settings_(settings),
      blocked_(blocked),
      table_(context),
      index_(context.state(), settings.merge_similarity) {}

Result<InsightBook::Taken> InsightBook::take(model::Insight insight) {
  TS_ASSIGN_OR_RETURN(const bool is_blocked, blocked_.has(insight.summary));
  if (is_blocked) {
    return Taken{};
  }
  const Uuid id = id_of(context_.persona(), insight);
  TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, table_.snapshot(id));
  if (known.has_value()) {
    return Taken{Acceptance::kMerged, id};
  }
  insight.id = to_string(id);
  insight.persona_id = std::string(context_.persona());
  insight.extracted_at = input_.now;
  insight.log = input_.log;
  const NearTexts::Place place = NearTexts::place_of(insight);
  TS_ASSIGN_OR_RETURN(std::optional<Uuid> related, find_equal(insight, place));
  NearTexts::Sketch sketch;
  if (!related.has_value()) {
    const std::vector<std::uint64_t> hashes = evidence::word_hashes(insight.summary);
    sketch = NearTexts::sketch_of(insight.summary, hashes);
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, index_.near().similar(place, sketch));
    TS_ASSIGN_OR_RETURN(related, most_similar(insight, hashes, candidates));
  }
  if (related.has_value()) {
    TS_RETURN_IF_ERROR(merge_into(*related, insight));
    return Taken{Acceptance::kMerged, *related};
  }
  TS_RETURN_IF_ERROR(insert(id, std::move(insight), sketch));
  return Taken{Acceptance::kAdded, id};
}

Result<bool> InsightBook::add(model::Insight insight) {
  const auto id = parse_uuid(insight.id);
  CHECK(id.has_value());
  TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, table_.snapshot(*id));
  TS_ASSIGN_OR_RETURN(const bool is_blocked, blocked_.has(insight.summary));
  if (known.has_value() || is_blocked) {
    return false;
  }
  CHECK(insight.type != model::InsightType::kExtracted);
  TS_RETURN_IF_ERROR(insert(*id, std::move(insight), {}));
  return true;
}

Status InsightBook::update_shared(const model::Insight& insight) {
  const auto id = parse_uuid(insight.id);
  CHECK(id.has_value());
  TS_ASSIGN_OR_RETURN(const bool is_blocked, blocked_.has(insight.summary));
  if (is_blocked) {
    return remove(*id);
  }
  TS_ASSIGN_OR_RETURN(model::Insight * known, table_.find(*id));
  CHECK(known != nullptr && known->type == model::InsightType::kShared);
  const model::Insight before = *known;
  known->summary = insight.summary;
  known->importance = insight.importance;
  known->tags = insight.tags;
  known->confidence = insight.confidence;
  return index_.change(*id, before, *known);
}

Status InsightBook::insert(const Uuid& id, model::Insight insight, const NearTexts::Sketch& sketch) {
  TS_RETURN_IF_ERROR(index_.add(id, insight, sketch));
  if (MetaClock& metas = table_.head.metas; insight.type == model::InsightType::kExtracted) {
    metas.since = metas.since == LogTime{} ? input_.now : metas.since;
    ++metas.fresh;
  }
  table_.add(id, std::move(insight));
  ++table_.head.count;
  added_.push_back(id);
  return {};
}

Status InsightBook::remove(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, table_.snapshot(id));
  CHECK(insight.has_value());
  TS_RETURN_IF_ERROR(index_.remove(id, *insight));
  TS_RETURN_IF_ERROR(table_.remove(id));
  --table_.head.count;
  removed_.push_back(id);
  return {};
}

Result<std::optional<Uuid>> InsightBook::find_equal(const model::Insight& insight, const NearTexts::Place& place) {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, index_.near().equal(place));
  for (const Uuid& candidate : candidates) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, table_.snapshot(candidate));
    if (!known.has_value()) {
      return missing();
    }
    if (known->user_id == insight.user_id && normalise(known->summary) == normalise(insight.summary)) {
      return std::optional(candidate);
    }
  }
  return std::optional<Uuid>();
}

Result<std::optional<Uuid>> InsightBook::most_similar(const model::Insight& insight,
                                                      const std::vector<std::uint64_t>& hashes,
                                                      const std::vector<Uuid>& candidates) {
  std::optional<Uuid> best;
  std::int64_t best_similarity = settings_.merge_similarity - 1;
  for (const Uuid& candidate : candidates) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, table_.snapshot(candidate));
    if (!known.has_value()) {
      return missing();
    }
    if (known->user_id != insight.user_id || name_before(known->summary) != name_before(insight.summary) ||
        !evidence::may_be_similar(hashes, evidence::word_hashes(known->summary), best_similarity + 1)) {
      continue;  // For most candidates, the words themselves are not needed.
    }
    const std::vector<std::string> words = evidence::index_words(insight.summary);
    const std::vector<std::string> others = evidence::index_words(known->summary);
    const std::int64_t similarity = evidence::jaccard(words, others);
    if (similarity > best_similarity && !evidence::differ_in_substance(words, others)) {
      best = candidate;
      best_similarity = similarity;
    }
  }
  return best;
}

Status InsightBook::merge_into(const Uuid& kept, const model::Insight& insight) {
  TS_ASSIGN_OR_RETURN(model::Insight * known, table_.find(kept));
  const model::Insight before = *known;
  for (const model::SourceView source : insight.sources) {
    evidence::add_source(known->sources, source, model::kSourcesMax + 1);
    if (known->sources.size() > model::kSourcesMax) {
      known->sources.erase(kSourcesOfText);
    }
  }
  known->importance = std::max(known->importance, insight.importance);
  known->confidence = std::max(known->confidence, insight.confidence);
  TS_RETURN_IF_ERROR(index_.change(kept, before, *known));
  announce_consolidation(input_, context_, "merge", [&](json::Writer& json) {
    json.string("kept", known->id);
    write_ids(json, "merged", {&insight.id, 1});
  });
  return {};
}

Status InsightBook::access(const model::AccessArgs& args) {
  for (const auto& [text, count] : args.counts) {
    const auto id = parse_uuid(text);
    if (!id.has_value() || count == 0) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(model::Insight * insight, table_.find(*id));
    if (insight == nullptr) {
      continue;
    }
    const model::Insight before = *insight;
    insight->access_count += std::min(count, kAccessesMax - insight->access_count);
    insight->last_accessed_at = input_.now;
    TS_RETURN_IF_ERROR(index_.change(*id, before, *insight));
    context_.effects().processed(1);
  }
  return {};
}

Status InsightBook::finish() {
  TS_RETURN_IF_ERROR(drop_excess());
  if (table_.head.count == 0) {
    table_.head = InsightHead{};
  }
  index_.finish();
  TS_ASSIGN_OR_RETURN(Shown shown, announce_added());
  return table_.finish([&shown](stage_api::Effects& effects, std::string_view persona, const Uuid& id,
                                const model::Insight& insight, evidence::Before<model::Insight> before) {
    if (const auto json = shown.find(id); json != shown.end() && !before.existed) {
      effects.put(InsightForm::kKind, insight.id, std::move(json->second), false);
    } else {
      InsightForm::report(effects, persona, id, insight, before);
    }
  });
}

Status InsightBook::drop_excess() {
  const std::int64_t excess = std::min(table_.head.count - settings_.insights_max, kDroppedMax);
  if (excess <= 0) {
    return {};
  }
  // All in one scan: each passes over the rows that were deleted before it.
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> least, index_.least(static_cast<std::size_t>(excess)));
  if (std::ssize(least) < excess) {
    return evidence::bad_state("The order of the insights lacks some of them.");
  }
  std::vector<std::string> dropped;
  for (const Uuid& id : least) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, table_.snapshot(id));
    if (known.has_value() && table_.head.count > settings_.insights_max) {
      TS_RETURN_IF_ERROR(remove(id));
      dropped.push_back(to_string(id));
      TS_RETURN_IF_ERROR(remove_resting_on(dropped.back(), dropped));
    }
  }
  announce_maintenance(input_, context_, "quota", [&](json::Writer& json) {
    write_ids(json, "items", dropped);
    json.string("reason", "insights_max");
  });
  return {};
}

Result<Retired> InsightBook::retire(const AgeLimit& limit) {
  TS_ASSIGN_OR_RETURN(const OldestFirst oldest, index_.oldest(limit));
  Retired retired{{}, oldest.next_made()};
  for (const Uuid& id : oldest.leaving()) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> known, table_.snapshot(id));
    if (known.has_value()) {
      TS_RETURN_IF_ERROR(remove(id));
      retired.ids.push_back(to_string(id));
      TS_RETURN_IF_ERROR(remove_resting_on(to_string(id), retired.ids));
    }
  }
  return retired;
}

Status InsightBook::remove_resting_on(const std::string& source_id, std::vector<std::string>& removed) {
  std::vector<std::string> sources{source_id};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string source = sources[i];
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> found, resting_on(source));
    for (const Uuid& id : found) {
      TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, table_.snapshot(id));
      if (insight.has_value() && rests_on_memories(*insight) && rests_on(*insight, source)) {
        TS_RETURN_IF_ERROR(remove(id));
        sources.push_back(insight->id);
        removed.push_back(insight->id);
      }
    }
  }
  return {};
}

Result<InsightBook::Shown> InsightBook::announce_added() {
  Shown shown;
  for (const Uuid& id : added_) {
    TS_ASSIGN_OR_RETURN(const model::Insight* insight, table_.find(id));
    if (insight != nullptr) {
      std::string value;
      codec::append_insight(value, *insight);
      context_.effects().event("insights", "insight", value);
      shown.insert_or_assign(id, std::move(value));
    }
  }
  return shown;
}

}  // namespace turnstream::consolidation
