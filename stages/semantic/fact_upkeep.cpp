#include "stages/semantic/fact_upkeep.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace turnstream::semantic {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::size_t kReadsPerEviction = 8;
constexpr std::size_t kEvictionReadsSlack = 64;
constexpr std::size_t kRetireReadsMax = 256;
constexpr std::uint64_t kListSlack = 64;
constexpr std::uint64_t kListReads = 16;

struct RankedFact {
  ListedFact fact;
  FactRank rank;
};

std::vector<ListedFact> listed(const std::vector<RankedFact>& facts) {
  std::vector<ListedFact> list;
  std::transform(facts.begin(), facts.end(), std::back_inserter(list),
                 [](const RankedFact& ranked) { return ranked.fact; });
  return list;
}

/// Whether `a` is evicted before `b`.
bool leaves_before(const RankedFact& a, const RankedFact& b) {
  const auto order_of = [](const FactRank& rank) {
    return std::tuple(rank.shown, rank.current, rank.confidence, rank.last_seen);
  };
  return order_of(a.rank) < order_of(b.rank);
}

/// Removes the oldest `count` entries from the list. Returns those whose facts still exist.
Result<std::vector<RankedFact>> take_oldest(FactTable& facts, FactList& list, std::size_t count) {
  TS_ASSIGN_OR_RETURN(const std::vector<ListedFact> oldest, list.pop_front(count));
  std::vector<RankedFact> there;
  for (const ListedFact& fact : oldest) {
    TS_ASSIGN_OR_RETURN(const std::optional<FactRank> rank, facts.rank_of(fact));
    if (rank.has_value()) {
      there.push_back({fact, *rank});
    }
  }
  return there;
}

/// Removed facts stay listed. If a list has over 64 places more than there are facts, each turn takes the surplus from
/// its front (at most 16 entries, plus two for each fact that the turn added) and appends those that still exist.
Status compact(FactTable& facts, FactList& list) {
  const auto listed_max = static_cast<std::uint64_t>(facts.head.facts) + kListSlack;
  if (list.places() <= listed_max) {
    return {};
  }
  const std::uint64_t surplus = list.places() - listed_max;
  TS_ASSIGN_OR_RETURN(const auto there, take_oldest(facts, list, std::min(surplus, kListReads + 2 * facts.born())));
  return list.append(listed(there));
}

/// Removes entries from the front of the list until `count` existing facts were found or the list is empty.
Result<std::vector<RankedFact>> take_oldest_there(FactTable& facts, std::size_t count) {
  std::vector<RankedFact> oldest;
  while (oldest.size() < count && facts.all.places() > 0) {
    TS_ASSIGN_OR_RETURN(const auto there, take_oldest(facts, facts.all, count - oldest.size()));
    oldest.insert(oldest.end(), there.begin(), there.end());
  }
  return oldest;
}

}  // namespace

LogTime retired_at(LogTime last_seen, const SemanticSettings& settings) {
  return LogTime{last_seen.value() + settings.retire_idle_days * kDayMs};
}

Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings) {
  TS_RETURN_IF_ERROR(facts.list_new());
  TS_RETURN_IF_ERROR(compact(facts, facts.all));
  TS_RETURN_IF_ERROR(compact(facts, facts.weak));
  const auto surplus = static_cast<std::size_t>(std::max<std::int64_t>(0, facts.head.facts - settings.facts_max));
  const std::size_t reads = std::min(kReadsPerEviction * surplus, kEvictionReadsSlack + surplus);
  TS_ASSIGN_OR_RETURN(const std::vector<RankedFact> oldest, take_oldest_there(facts, reads));
  if (oldest.size() < surplus) {
    return bad_state("The head row counts more facts than the list of facts has.");
  }
  std::vector<RankedFact> by_rank = oldest;
  std::stable_sort(by_rank.begin(), by_rank.end(), leaves_before);
  std::set<std::uint64_t> leaving;
  for (std::size_t i = 0; i < surplus; ++i) {
    TS_RETURN_IF_ERROR(book.remove(by_rank[i].fact.id, Leaving::kDropped));
    leaving.insert(by_rank[i].fact.birth);
  }
  std::vector<ListedFact> staying = listed(oldest);
  std::erase_if(staying, [&leaving](const ListedFact& fact) { return leaving.count(fact.birth) != 0; });
  return facts.all.append(staying);
}

Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings) {
  facts.head.timer.reset();
  bool retired = false;
  TS_ASSIGN_OR_RETURN(const std::vector<RankedFact> oldest, take_oldest(facts, facts.weak, kRetireReadsMax));
  const bool more = facts.weak.places() > 0;
  std::vector<ListedFact> staying;
  for (const RankedFact& weak : oldest) {
    if (weak.rank.confidence >= settings.retire_confidence) {
      continue;  // It is no longer weak, and a confidence never falls: remove it from the list.
    }
    if (const LogTime due = retired_at(weak.rank.last_seen, settings); input.now >= due) {
      TS_RETURN_IF_ERROR(book.remove(weak.fact.id, Leaving::kDropped));
      retired = true;
    } else {
      facts.wake_at(due);
      staying.push_back(weak.fact);
    }
  }
  if (more) {
    // The rest of the list is checked 1 ms later if a fact was removed, else at most a day later.
    facts.wake_at(LogTime{input.now.value() + (retired ? 1 : kDayMs)});
  }
  return facts.weak.append(staying);
}

}  // namespace turnstream::semantic
