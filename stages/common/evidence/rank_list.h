#pragma once
// RankList: all things of one kind that a persona has, each with a rank that its own is at least: who seeks the least
// of them reads these rows and a few things instead of all. The rank of a thing that rises may stay as it was listed;
// of one that falls it must be lowered. Threads: the caller's.

#include <functional>
#include <map>
#include <vector>

#include "stages/common/evidence/idle.h"
#include "stages/common/evidence/row_list.h"

namespace turnstream::evidence {

struct ListedMemory {
  Uuid id{};
  std::int64_t score = 0;
  LogTime last_used{0};
};

struct RankForm {
  using Entry = ListedMemory;
  static void write(ByteWriter& writer, const ListedMemory& thing) {
    writer.uuid(thing.id).varint(static_cast<std::uint64_t>(thing.score)).i64(thing.last_used.value());
  }
  static ListedMemory read(ByteReader& reader) {
    const Uuid id = reader.uuid();
    const auto score = static_cast<std::int64_t>(reader.varint());
    return {id, score, LogTime{reader.i64()}};
  }
  static const Uuid& id(const ListedMemory& thing) { return thing.id; }
};
using RankList = RowList<RankForm>;

[[nodiscard]] ListedMemory listed_with(const Uuid& id, const DerivedRank& rank);

/// Takes those `count` things out of the list that leave first, and returns them. `look` fills in the rank that a thing
/// has by now, and whether this record touched it; it is called with few more than leave. Errors: bad_state() if fewer
/// are listed.
Result<std::vector<RankedMemory>> take_least(RankList& list, std::size_t count,
                                             const std::function<Status(RankedMemory& thing)>& look);

/// Lists the things with these ranks.
Status relist(RankList& list, const std::map<Uuid, DerivedRank>& ranks);

}  // namespace turnstream::evidence
