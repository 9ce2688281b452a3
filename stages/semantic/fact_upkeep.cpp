#include "stages/semantic/fact_upkeep.h"

#include <optional>
#include <vector>

namespace turnstream::semantic {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::size_t kEvictionChoice = 8;
constexpr int kRetireLooksMax = 256;
constexpr std::uint64_t kListSlack = 64;
constexpr std::uint64_t kListLooks = 16;

/// Whether `a` shall leave before `b`.
bool leaves_before(const FactRank& a, const FactRank& b) {
  if (a.current != b.current) {
    return !a.current;
  }
  return a.confidence != b.confidence ? a.confidence < b.confidence : a.last_seen < b.last_seen;
}

/// Facts that left are listed still, but the list must not outgrow the facts by much: a few looks each turn, and two
/// more for each that it brought.
Status compact(FactTable& facts, FactList& list, const evidence::RowListBounds& bounds) {
  const auto listed_max = static_cast<std::uint64_t>(facts.head.facts) + kListSlack;
  for (std::uint64_t looks = kListLooks + 2 * facts.born(); looks > 0 && bounds.next - bounds.first > listed_max;
       --looks) {
    TS_ASSIGN_OR_RETURN(const auto oldest, list.pop_front());
    TS_ASSIGN_OR_RETURN(const auto rank, oldest.has_value() ? facts.rank_of(*oldest) : std::optional<FactRank>());
    if (rank.has_value()) {
      TS_RETURN_IF_ERROR(list.append(*oldest));
    }
  }
  return {};
}

/// The one to leave of the longest there; all that were looked at have left the list.
Result<ListedFact> choose_least(FactTable& facts, std::vector<ListedFact>& looked_at) {
  std::optional<FactRank> least;
  ListedFact least_fact;
  while (looked_at.size() < kEvictionChoice) {
    TS_ASSIGN_OR_RETURN(const auto oldest, facts.all.pop_front());
    if (!oldest.has_value()) {
      break;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<FactRank> rank, facts.rank_of(*oldest));
    if (!rank.has_value()) {
      continue;
    }
    looked_at.push_back(*oldest);
    if (!least.has_value() || leaves_before(*rank, *least)) {
      least = rank;
      least_fact = *oldest;
    }
  }
  if (!least.has_value()) {
    return bad_state("Facts are counted that are not listed.");
  }
  return least_fact;
}

}  // namespace

LogTime retired_at(LogTime last_seen, const SemanticSettings& settings) {
  return LogTime{last_seen.value() + settings.retire_idle_days * kDayMs};
}

Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings) {
  TS_RETURN_IF_ERROR(compact(facts, facts.all, facts.head.all));
  TS_RETURN_IF_ERROR(compact(facts, facts.weak, facts.head.weak));
  while (facts.head.facts > settings.facts_max) {
    std::vector<ListedFact> looked_at;
    TS_ASSIGN_OR_RETURN(const ListedFact least, choose_least(facts, looked_at));
    TS_RETURN_IF_ERROR(book.remove(least.id, Leaving::kDropped));
    for (const ListedFact& fact : looked_at) {
      if (fact != least) {
        TS_RETURN_IF_ERROR(facts.all.append(fact));
      }
    }
  }
  return {};
}

Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings) {
  facts.head.timer.reset();
  std::vector<ListedFact> staying;
  bool more = true;
  bool retired = false;
  for (int looks = 0; looks < kRetireLooksMax; ++looks) {
    TS_ASSIGN_OR_RETURN(const auto oldest, facts.weak.pop_front());
    more = oldest.has_value();
    if (!more) {
      break;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<FactRank> rank, facts.rank_of(*oldest));
    if (!rank.has_value()) {
      continue;
    }
    if (rank->confidence >= settings.retire_confidence) {
      TS_ASSIGN_OR_RETURN(KeptFact * kept, facts.find(oldest->id));
      kept->weak = false;
    } else if (const LogTime due = retired_at(rank->last_seen, settings); input.now >= due) {
      TS_RETURN_IF_ERROR(book.remove(oldest->id, Leaving::kDropped));
      retired = true;
    } else {
      facts.wake_at(due);
      staying.push_back(*oldest);
    }
  }
  if (more) {
    // Those that are due are taken in turn; if none was, the others can wait.
    facts.wake_at(LogTime{input.now.value() + (retired ? 1 : kDayMs)});
  }
  for (const ListedFact& fact : staying) {
    TS_RETURN_IF_ERROR(facts.weak.append(fact));
  }
  return {};
}

}  // namespace turnstream::semantic
