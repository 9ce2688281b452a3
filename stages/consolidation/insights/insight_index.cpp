#include "stages/consolidation/insights/insight_index.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();
constexpr std::string_view kTextPrefix = "insight_text/";
constexpr std::string_view kWordPrefix = "insight_word/";
constexpr std::string_view kSetPrefix = "insight_set/";
constexpr std::string_view kSourcePrefix = "~is/";
constexpr std::string_view kRankPrefix = "~ir/";
constexpr std::string_view kMadePrefix = "~ia/";
/// The upper two bytes of the greatest importance, 1: the ranks are read in so many steps, each up to .066 of importance.
constexpr std::uint32_t kTopStep = 1'000'000 >> 16;

/// Two users may say the same.
evidence::RowKey text_key(const model::Insight& insight) {
  std::string text = normalise(insight.summary);
  text += insight.user_id.empty() ? "" : "\n" + insight.user_id;
  return evidence::row_key(kTextPrefix, hash64(text));
}

evidence::RowKey source_key(SourcePart part, std::string_view text) {
  return evidence::RowKey(kSourcePrefix).append_number(static_cast<std::uint64_t>(part), 1).append_number(hash64(text));
}

std::set<evidence::RowKey> source_keys(const Uuid& id, const model::Insight& insight) {
  std::set<evidence::RowKey> keys;
  for (const model::SourceView source : insight.sources) {
    for (const auto& [part, text] : {std::pair(SourcePart::kItem, source.id),
                                     {SourcePart::kTurn, source.turn_id},
                                     {SourcePart::kSession, source.session_id}}) {
      if (!text.empty()) {
        keys.insert(source_key(part, text).append(id));
      }
    }
  }
  return keys;
}

evidence::RowKey rank_key(const Uuid& id, const model::Insight& insight) {
  const LogTime used = insight.last_accessed_at.value_or(insight.extracted_at);
  return evidence::RowKey(kRankPrefix)
      .append_number(static_cast<std::uint64_t>(insight.importance), sizeof(std::uint32_t))
      .append_number(static_cast<std::uint64_t>(used.value()))
      .append(id);
}

evidence::RowKey made_key_of(const Uuid& id, const model::Insight& insight) {
  return made_key(kMadePrefix, insight.shared.has_value() ? insight.shared->shared_at : insight.extracted_at, id);
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
    : rows_(rows), similarity_(similarity), words_(rows, kWordPrefix, similarity), by_use_(rows) {}

Status InsightIndex::add(const Uuid& id, const model::Insight& insight, const std::vector<std::string>& words) {
  for (const evidence::RowKey& key : source_keys(id, insight)) {
    rows_.put(key, "");
  }
  rows_.put(rank_key(id, insight), labels_of(insight));
  rows_.put(made_key_of(id, insight), "");
  by_use_.add(id, insight);
  if (insight.type != model::InsightType::kExtracted) {
    return {};
  }
  std::string row;
  ByteWriter(row).uuid(id);
  rows_.put(text_key(insight), row);
  std::string set;
  for (const std::uint32_t hash : evidence::word_set(words)) {
    ByteWriter(set).u32(hash);
  }
  rows_.put(evidence::row_key(kSetPrefix, id), set);
  return words_.add(id, words);
}

Status InsightIndex::remove(const Uuid& id, const model::Insight& insight) {
  for (const evidence::RowKey& key : source_keys(id, insight)) {
    rows_.erase(key);
  }
  rows_.erase(rank_key(id, insight));
  rows_.erase(made_key_of(id, insight));
  by_use_.remove(id, insight);
  if (insight.type != model::InsightType::kExtracted) {
    return {};
  }
  rows_.erase(text_key(insight));
  rows_.erase(evidence::row_key(kSetPrefix, id));
  return words_.remove(id, evidence::index_words(insight.summary));
}

void InsightIndex::change(const Uuid& id, const model::Insight& before, const model::Insight& after) {
  if (const evidence::RowKey old_rank = rank_key(id, before), rank = rank_key(id, after); rank != old_rank) {
    rows_.erase(old_rank);
    rows_.put(rank, labels_of(after));
  }
  by_use_.change(id, before, after);
  if (before.sources == after.sources) {
    return;
  }
  const std::set<evidence::RowKey> old_keys = source_keys(id, before);
  const std::set<evidence::RowKey> keys = source_keys(id, after);
  for (const evidence::RowKey& key : old_keys) {
    if (keys.count(key) == 0) {
      rows_.erase(key);
    }
  }
  for (const evidence::RowKey& key : keys) {
    if (old_keys.count(key) == 0) {
      rows_.put(key, "");
    }
  }
}

Result<std::optional<Uuid>> InsightIndex::equal(const model::Insight& insight) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(text_key(insight)));
  if (!row.has_value()) {
    return std::optional<Uuid>();
  }
  ByteReader reader(*row);
  const Uuid id = reader.uuid();
  return reader.done() ? Result<std::optional<Uuid>>(id)
                       : evidence::bad_state("The row of an insight's text is damaged.");
}

Result<std::vector<Uuid>> InsightIndex::similar(const std::vector<std::string>& words) {
  const std::vector<std::uint32_t> set = evidence::word_set(words);
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, words_.candidates(words));
  std::vector<Uuid> found;
  for (const Uuid& id : candidates) {
    TS_ASSIGN_OR_RETURN(const bool similar, may_be_similar(id, set));
    if (similar) {
      found.push_back(id);
    }
  }
  return found;
}

Result<bool> InsightIndex::may_be_similar(const Uuid& id, const std::vector<std::uint32_t>& set) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(evidence::row_key(kSetPrefix, id)));
  if (!row.has_value() || row->size() % sizeof(std::uint32_t) != 0) {
    return evidence::bad_state("The row of the words of an insight is missing or damaged.");
  }
  std::vector<std::uint32_t> others(row->size() / sizeof(std::uint32_t));
  std::memcpy(others.data(), row->data(), row->size());
  return evidence::jaccard_at_most(set, others) >= similarity_;
}

Result<std::vector<Uuid>> InsightIndex::with_source(SourcePart part, std::string_view text) {
  return ids_under(rows_, source_key(part, text), kUnbounded);
}

Result<std::vector<Uuid>> InsightIndex::least(std::size_t count) {
  return ids_under(rows_, kRankPrefix, count);
}

Result<OldestFirst> InsightIndex::oldest(const AgeLimit& limit) {
  OldestFirst oldest(limit);
  TS_RETURN_IF_ERROR(rows_.scan(kMadePrefix, limit.count + 1, [&](std::string_view key, std::string_view) {
    const auto [id, made] = read_made_key(kMadePrefix, key);
    return oldest.take(id, made);
  }));
  return oldest;
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

}  // namespace turnstream::consolidation
