#pragma once
// RankList: a list of all memories of one kind that a persona has, each with a listed rank (score and last use), which
// is not above the memory's current rank. So the search for the lowest memories need not read the row of each. If a
// memory's rank rises, its listed rank may stay as it is. If the rank falls, DerivedTable lists the new one, in age()
// or finish(). Threads: the caller's.

#include <functional>
#include <map>
#include <vector>

#include "stages/common/evidence/idle.h"
#include "stages/common/evidence/row_list.h"

namespace turnstream::evidence {

inline constexpr std::string_view kRanksPrefix = "ranks/";

struct ListedMemory {
  Uuid id{};
  std::int64_t score = 0;
  LogTime last_used{0};
};

struct RankForm {
  using Entry = ListedMemory;
  static void write(ByteWriter& writer, const ListedMemory& memory) {
    writer.uuid(memory.id).varint(static_cast<std::uint64_t>(memory.score)).i64(memory.last_used.value());
  }
  static ListedMemory read(ByteReader& reader) {
    const Uuid id = reader.uuid();
    const auto score = static_cast<std::int64_t>(reader.varint());
    return {id, score, LogTime{reader.i64()}};
  }
  static const Uuid& id(const ListedMemory& memory) { return memory.id; }
};
using RankList = RowList<RankForm>;

[[nodiscard]] ListedMemory listed_with(const Uuid& id, const DerivedRank& rank);

/// Removes the first `count` memories, in the order of leaves_first(), from the list and returns them. `fill_in` sets
/// the memory's current rank and `touched`; it is called only for those that may be among the first. If such a memory
/// stays, its current rank is listed. Errors: bad_state() if fewer are listed; those of RowList and of `fill_in`.
Result<std::vector<RankedMemory>> take_least(RankList& list, std::size_t count,
                                             const std::function<Status(RankedMemory& memory)>& fill_in);

/// Replaces the listed ranks of the memories in `ranks`.
Status relist(RankList& list, const std::map<Uuid, DerivedRank>& ranks);

}  // namespace turnstream::evidence
