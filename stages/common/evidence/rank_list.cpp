#include "stages/common/evidence/rank_list.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace turnstream::evidence {
namespace {

struct EvictionCandidate : RankedMemory {
  std::size_t place = 0;  ///< the memory's index in the list, without holes
  bool own = false;       ///< `rank` is the memory's current rank, not the listed one
};

bool leaves_later(const EvictionCandidate& a, const EvictionCandidate& b) {
  return leaves_first(b, a);
}

Result<std::vector<EvictionCandidate>> candidates_in(RankList& list) {
  std::vector<EvictionCandidate> candidates;
  TS_RETURN_IF_ERROR(list.walk([&candidates](const ListedMemory& listed) -> Result<Fate> {
    const DerivedRank at_least{listed.score, false, listed.last_used, 0};
    candidates.push_back({{listed.id, at_least, false}, candidates.size(), false});
    return Fate::kStays;
  }));
  return candidates;
}

}  // namespace

ListedMemory listed_with(const Uuid& id, const DerivedRank& rank) {
  return {id, rank.score, rank.last_used};
}

Result<std::vector<RankedMemory>> take_least(RankList& list, std::size_t count,
                                             const std::function<Status(RankedMemory& memory)>& fill_in) {
  // The memory at the top of the heap is evicted next, unless fill_in() gives it a later place.
  TS_ASSIGN_OR_RETURN(std::vector<EvictionCandidate> heap, candidates_in(list));
  if (heap.size() < count) {
    return bad_state("The head row counts more derived memories than the list has.");
  }
  std::make_heap(heap.begin(), heap.end(), leaves_later);
  std::map<std::size_t, std::optional<DerivedRank>>
      checked;  // by EvictionCandidate::place: the current rank; absent: the memory is evicted
  std::vector<RankedMemory> leaving;
  while (leaving.size() < count) {
    std::pop_heap(heap.begin(), heap.end(), leaves_later);
    EvictionCandidate& least = heap.back();
    const bool own = std::exchange(least.own, true);
    if (!own) {
      const DerivedRank listed = least.rank;
      TS_RETURN_IF_ERROR(fill_in(least));
      checked[least.place] = least.rank;
      if (least.touched || compare_ranks(least.rank, listed) != 0) {
        std::push_heap(heap.begin(), heap.end(), leaves_later);
        continue;
      }
    }
    checked[least.place].reset();
    leaving.push_back(least);
    heap.pop_back();
  }
  std::size_t place = 0;
  auto next = checked.begin();
  TS_RETURN_IF_ERROR(list.walk([&](ListedMemory& listed) -> Result<Fate> {
    if (next == checked.end() || next->first != place++) {
      return Fate::kStays;
    }
    const std::optional<DerivedRank>& rank = (next++)->second;
    listed = rank.has_value() ? listed_with(listed.id, *rank) : listed;
    return rank.has_value() ? Fate::kChanged : Fate::kLeaves;
  }));
  return leaving;
}

Status relist(RankList& list, const std::map<Uuid, DerivedRank>& ranks) {
  if (ranks.empty()) {
    return {};
  }
  return list.walk([&ranks](ListedMemory& listed) -> Result<Fate> {
    const auto found = ranks.find(listed.id);
    if (found == ranks.end()) {
      return Fate::kStays;
    }
    listed = listed_with(listed.id, found->second);
    return Fate::kChanged;
  });
}

}  // namespace turnstream::evidence
