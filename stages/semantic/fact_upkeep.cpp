#include "stages/semantic/fact_upkeep.h"

#include <set>
#include <vector>

namespace turnstream::semantic {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::size_t kEvictionChoice = 8;
constexpr int kRetireLooksMax = 256;
constexpr std::uint64_t kListSlack = 64;
constexpr int kListLooksMax = 16;

/// Whether `a` shall leave before `b`.
bool leaves_before(const KeptFact& a, const KeptFact& b) {
  if (a.fact.current != b.fact.current) {
    return !a.fact.current;
  }
  return a.fact.confidence != b.fact.confidence ? a.fact.confidence < b.fact.confidence : a.last_seen < b.last_seen;
}

/// Ids of facts that left otherwise are still in the list: it must not outgrow the facts by much. A few each turn.
Status compact(FactTable& facts) {
  const auto listed_max = static_cast<std::uint64_t>(facts.head.facts) + kListSlack;
  for (int looks = 0; looks < kListLooksMax && facts.head.all.next - facts.head.all.first > listed_max; ++looks) {
    TS_ASSIGN_OR_RETURN(const auto id, facts.all.pop_front());
    TS_ASSIGN_OR_RETURN(const auto kept, id.has_value() ? facts.look_at(*id) : std::optional<KeptFact>());
    if (kept.has_value()) {
      TS_RETURN_IF_ERROR(facts.all.append(*id));
    }
  }
  return {};
}

/// The list of weak facts is walked by a timer; one that left and came back stands in it twice. Rarely needed.
Status trim_weak(FactTable& facts) {
  const auto listed_max = static_cast<std::uint64_t>(facts.head.facts) * 2 + kListSlack;
  if (facts.head.weak.next - facts.head.weak.first <= listed_max) {
    return {};
  }
  std::set<Uuid> seen;
  return facts.weak.keep_if([&](const Uuid& id) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(const auto kept, facts.look_at(id));
    return kept.has_value() && kept->weak && seen.insert(id).second;
  });
}

/// The one to leave of the longest there; all that were looked at have left the list.
Result<Uuid> choose_least(FactTable& facts, std::vector<Uuid>& looked_at) {
  std::optional<KeptFact> least;
  Uuid least_id{};
  while (looked_at.size() < kEvictionChoice) {
    TS_ASSIGN_OR_RETURN(const auto id, facts.all.pop_front());
    if (!id.has_value()) {
      break;
    }
    TS_ASSIGN_OR_RETURN(std::optional<KeptFact> kept, facts.look_at(*id));
    if (!kept.has_value()) {
      continue;
    }
    looked_at.push_back(*id);
    if (!least.has_value() || leaves_before(*kept, *least)) {
      least = std::move(kept);
      least_id = *id;
    }
  }
  if (!least.has_value()) {
    return bad_state("Facts are counted that are not listed.");
  }
  return least_id;
}

}  // namespace

LogTime retired_at(const KeptFact& kept, const SemanticSettings& settings) {
  return LogTime{kept.last_seen.value() + settings.retire_idle_days * kDayMs};
}

Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings) {
  TS_RETURN_IF_ERROR(compact(facts));
  TS_RETURN_IF_ERROR(trim_weak(facts));
  while (facts.head.facts > settings.facts_max) {
    std::vector<Uuid> looked_at;
    TS_ASSIGN_OR_RETURN(const Uuid least, choose_least(facts, looked_at));
    TS_RETURN_IF_ERROR(book.remove(least, Leaving::kDropped));
    for (const Uuid& id : looked_at) {
      if (id != least) {
        TS_RETURN_IF_ERROR(facts.all.append(id));
      }
    }
  }
  return {};
}

Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings) {
  facts.head.timer.reset();
  std::vector<Uuid> staying;
  bool more = true;
  bool retired = false;
  for (int looks = 0; looks < kRetireLooksMax; ++looks) {
    TS_ASSIGN_OR_RETURN(const auto id, facts.weak.pop_front());
    more = id.has_value();
    if (!more) {
      break;
    }
    TS_ASSIGN_OR_RETURN(KeptFact * kept, facts.find(*id));
    if (kept == nullptr) {
      continue;
    }
    if (kept->fact.confidence >= settings.retire_confidence) {
      kept->weak = false;
    } else if (input.now >= retired_at(*kept, settings)) {
      TS_RETURN_IF_ERROR(book.remove(*id, Leaving::kDropped));
      retired = true;
    } else {
      facts.wake_at(retired_at(*kept, settings));
      staying.push_back(*id);
    }
  }
  if (more) {
    // Those that are due are taken in turn; if none was, the others can wait.
    facts.wake_at(LogTime{input.now.value() + (retired ? 1 : kDayMs)});
  }
  for (const Uuid& id : staying) {
    TS_RETURN_IF_ERROR(facts.weak.append(id));
  }
  return {};
}

}  // namespace turnstream::semantic
