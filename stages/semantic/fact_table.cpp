#include "stages/semantic/fact_table.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "pipeline/codec/fact.h"
#include "pipeline/codec/stats.h"

namespace turnstream::semantic {
namespace {

constexpr std::string_view kFactKind = "fact";
constexpr std::string_view kStatsKind = "stats";
constexpr std::string_view kStatsId = "facts";

}  // namespace

FactTable::FactTable(stage_api::PersonaContext& context)
    : all(context.state(), std::string(kAllPrefix), head.all),
      weak(context.state(), std::string(kWeakPrefix), head.weak),
      context_(context) {}

Status FactTable::load() {
  TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(kHeadKey));
  if (bytes.has_value()) {
    TS_ASSIGN_OR_RETURN(head, decode_head(*bytes));
  }
  before_ = head;
  return {};
}

Result<KeptFact*> FactTable::find(const Uuid& id) {
  const auto [place, first] = slots_.try_emplace(id);
  Slot& slot = place->second;
  if (first) {
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(row_key(kFactPrefix, id)));
    if (row.has_value()) {
      slot.row = std::string(*row);
      TS_ASSIGN_OR_RETURN(slot.now, decode_fact(slot.row));
      slot.existed = true;
      slot.before = slot.now->fact;
    }
  }
  return slot.now.has_value() ? &*slot.now : nullptr;
}

Result<std::optional<KeptFact>> FactTable::look_at(const Uuid& id) {
  if (const auto found = slots_.find(id); found != slots_.end()) {
    return found->second.now;
  }
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(row_key(kFactPrefix, id)));
  std::optional<KeptFact> kept;
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(kept, decode_fact(*row));
  }
  return kept;
}

Result<std::optional<FactRank>> FactTable::rank_of(const ListedFact& listed) {
  std::optional<FactRank> rank;
  if (const auto found = slots_.find(listed.id); found != slots_.end()) {
    if (const auto& now = found->second.now; now.has_value()) {
      rank = FactRank{now->fact.current, now->birth, now->fact.confidence, now->last_seen};
    }
  } else {
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(row_key(kFactPrefix, listed.id)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(rank, decode_fact_rank(*row));
    }
  }
  return rank.has_value() && rank->birth == listed.birth ? rank : std::nullopt;
}

KeptFact* FactTable::add(const Uuid& id, KeptFact kept) {
  kept.birth = ++head.born;
  new_.push_back({id, kept.birth});
  ++head.facts;
  return &slots_[id].now.emplace(std::move(kept));
}

Status FactTable::list_new() {
  return all.append(std::exchange(new_, {}));
}

void FactTable::remove(const Uuid& id) {
  slots_[id].now.reset();
  --head.facts;
}

void FactTable::wake_at(LogTime due) {
  head.timer = std::min(due, head.timer.value_or(due));
}

Status FactTable::finish() {
  TS_RETURN_IF_ERROR(list_new());
  std::vector<std::pair<Uuid, const Slot*>> touched;
  std::transform(slots_.begin(), slots_.end(), std::back_inserter(touched),
                 [](const auto& slot) { return std::pair(slot.first, &slot.second); });
  std::sort(touched.begin(), touched.end());
  for (const auto& [id, slot] : touched) {
    write(id, *slot);
  }
  if (head.facts == 0) {
    all.clear();
    weak.clear();
    head.born = 0;
    head.timer.reset();
  }
  if (head.timer != before_.timer) {
    TS_RETURN_IF_ERROR(head.timer.has_value() ? context_.timers().arm(kRetireTimer, *head.timer)
                                              : context_.timers().cancel(kRetireTimer));
  }
  report_stats();
  if (head == before_) {
    return {};
  }
  if (head == Head{}) {
    context_.state().erase(kHeadKey);
  } else {
    context_.state().put(kHeadKey, encode_head(head));
  }
  return {};
}

void FactTable::write(const Uuid& id, const Slot& slot) {
  const bool current = slot.now.has_value() && slot.now->fact.current;
  head.current += (current ? 1 : 0) - (slot.existed && slot.before.current ? 1 : 0);
  const std::string key = row_key(kFactPrefix, id);
  if (!slot.now.has_value()) {
    if (slot.existed) {
      context_.state().erase(key);
      context_.effects().remove(kFactKind, to_string(id));
    }
    return;
  }
  const std::string row = encode_fact(*slot.now);
  if (row == slot.row) {
    return;
  }
  context_.state().put(key, row);
  if (slot.existed && slot.before == slot.now->fact) {
    return;  // Only what the stage itself needs of it has changed.
  }
  std::string json;
  codec::append_fact(json, context_.persona(), id, slot.now->fact);
  context_.effects().put(kFactKind, to_string(id), std::move(json), slot.existed);
}

void FactTable::report_stats() {
  if (head.facts == before_.facts && head.current == before_.current) {
    return;
  }
  if (head.facts == 0) {
    context_.effects().remove(kStatsKind, kStatsId);
    return;
  }
  const std::array counters{codec::Counter{"facts", head.facts}, codec::Counter{"current", head.current}};
  std::string json;
  codec::append_stats(json, kStatsId, context_.persona(), counters);
  context_.effects().put(kStatsKind, kStatsId, std::move(json), before_.facts > 0);
}

}  // namespace turnstream::semantic
