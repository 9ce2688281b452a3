#include "stages/consolidation/insights/insight_index.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();
constexpr std::string_view kSourcePrefix = "~is/";
constexpr std::string_view kRankPrefix = "~ir/";
/// The upper two bytes of the greatest importance, 1: the ranks are read in so many steps, each up to .066 of importance.
constexpr std::uint32_t kTopStep = 1'000'000 >> 16;

std::uint64_t hash_of(SourcePart part, std::string_view text) {
  return hash64(text, static_cast<std::uint64_t>(part));
}

evidence::RowKey memory_key(std::string_view id) {
  return evidence::row_key(kSourcePrefix, hash_of(SourcePart::kItem, id));
}

/// What MadeRows lists: nothing of an insight that rests on memories, which has rows of its own.
std::vector<std::uint64_t> hashes_of(const model::Insight& insight) {
  std::vector<std::uint64_t> hashes;
  if (rests_on_memories(insight)) {
    return hashes;
  }
  for (const model::SourceView source : insight.sources) {
    for (const auto& [part, text] : {std::pair(SourcePart::kItem, source.id),
                                     {SourcePart::kTurn, source.turn_id},
                                     {SourcePart::kSession, source.session_id}}) {
      if (!text.empty()) {
        hashes.push_back(hash_of(part, text));
      }
    }
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

evidence::RowKey rank_key(const Uuid& id, const model::Insight& insight) {
  const LogTime used = insight.last_accessed_at.value_or(insight.extracted_at);
  return evidence::RowKey(kRankPrefix)
      .append_number(static_cast<std::uint64_t>(insight.importance), sizeof(std::uint32_t))
      .append_number(static_cast<std::uint64_t>(used.value()))
      .append(id);
}

LogTime made_at(const model::Insight& insight) {
  return insight.shared.has_value() ? insight.shared->shared_at : insight.extracted_at;
}

/// The ids at the ends of the keys of ordered rows.
Result<std::vector<Uuid>> ids_under(stage_api::StateView& rows, std::string_view prefix, std::size_t limit) {
  std::vector<Uuid> ids;
  TS_RETURN_IF_ERROR(rows.scan(prefix, limit, [&](std::string_view key, std::string_view) {
    ids.push_back(evidence::id_in_key(key));
    return true;
  }));
  return ids;
}

}  // namespace

InsightIndex::InsightIndex(stage_api::StateView& rows, std::int64_t similarity)
    : rows_(rows), near_(rows, similarity), made_(rows), by_use_(rows) {}

Status InsightIndex::add(const Uuid& id, const model::Insight& insight, const NearTexts::Sketch& sketch) {
  if (rests_on_memories(insight)) {
    for (const model::SourceView source : insight.sources) {
      rows_.put(memory_key(source.id).append(id), "");
    }
  }
  const std::string labels = labels_of(insight);
  rows_.put(rank_key(id, insight), labels);
  by_use_.add(id, insight, labels);
  TS_RETURN_IF_ERROR(made_.set(made_at(insight), id, hashes_of(insight)));
  return insight.type == model::InsightType::kExtracted ? near_.add(id, NearTexts::place_of(insight), sketch)
                                                        : Status();
}

Status InsightIndex::remove(const Uuid& id, const model::Insight& insight) {
  if (rests_on_memories(insight)) {
    for (const model::SourceView source : insight.sources) {
      rows_.erase(memory_key(source.id).append(id));
    }
  }
  rows_.erase(rank_key(id, insight));
  by_use_.remove(id, insight);
  TS_RETURN_IF_ERROR(made_.remove(made_at(insight), id));
  return insight.type == model::InsightType::kExtracted ? near_.remove(id, NearTexts::place_of(insight).list)
                                                        : Status();
}

Status InsightIndex::change(const Uuid& id, const model::Insight& before, const model::Insight& after) {
  if (const evidence::RowKey old_rank = rank_key(id, before), rank = rank_key(id, after); rank != old_rank) {
    rows_.erase(old_rank);
    rows_.put(rank, labels_of(after));
  }
  by_use_.change(id, before, after);
  return before.sources == after.sources ? Status() : made_.set(made_at(after), id, hashes_of(after));
}

Result<std::vector<Uuid>> InsightIndex::with_source(SourcePart part, std::string_view text) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> found, made_.with_hash(hash_of(part, text)));
  if (part == SourcePart::kItem) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> resting, with_memory(text));
    found.insert(found.end(), resting.begin(), resting.end());
    std::sort(found.begin(), found.end());
  }
  return found;
}

Result<std::vector<Uuid>> InsightIndex::with_memory(std::string_view id) {
  return ids_under(rows_, memory_key(id), kUnbounded);
}

Result<std::vector<Uuid>> InsightIndex::least(std::size_t count) {
  return ids_under(rows_, kRankPrefix, count);
}

Result<std::vector<Uuid>> InsightIndex::most(std::size_t count, const LabelFilter& filter) {
  std::vector<Uuid> best;
  for (std::uint32_t step = kTopStep + 1; step-- > 0 && best.size() < count;) {
    const evidence::RowKey prefix = evidence::RowKey(kRankPrefix).append_number(step, sizeof(std::uint16_t));
    std::vector<Uuid> found;  // the most important last
    TS_RETURN_IF_ERROR(rows_.scan(prefix, kUnbounded, [&](std::string_view key, std::string_view labels) {
      if (filter.may_accept(labels)) {
        found.push_back(evidence::id_in_key(key));
      }
      return true;
    }));
    found.erase(found.begin(), found.end() - static_cast<std::ptrdiff_t>(std::min(found.size(), count - best.size())));
    best.insert(best.end(), found.rbegin(), found.rend());
  }
  return best;
}

void InsightIndex::finish() {
  near_.finish();
  made_.finish();
}

}  // namespace turnstream::consolidation
