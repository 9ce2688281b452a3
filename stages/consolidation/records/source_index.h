#pragma once
// SourceIndex: the memories of one kind in order of their numbers. A row `<prefix><number of 8 bytes>` holds the id of a memory,
// when it was made, and hashes of the items, turns and sessions that it rests on, so that a `forget` finds the memories that it concerns without
// reading them. It reads the whole order instead: a row for each of these would have to be written with each memory, and is
// seldom read. The caller bounds the number of memories. Lifetime: borrows the rows, for one call of the stage. Threads: the
// caller's.

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/source.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/records/age.h"
#include "stages/consolidation/records/forgetting.h"

namespace turnstream::consolidation {

struct NumberedMemory {
  std::uint64_t number = 0;
  Uuid id{};
  LogTime made;
};

class SourceIndex {
 public:
  /// `prefix`: of the keys, such as "~to/"; it must outlive the index.
  SourceIndex(stage_api::StateView& rows, std::string_view prefix) : rows_(rows), prefix_(prefix) {}

  /// Writes the row of a new memory.
  void add(const NumberedMemory& memory, std::span<const model::Source> sources);
  /// Writes the row of the memory with this number again because its sources changed.
  Status change(std::uint64_t number, std::span<const model::Source> sources);
  void erase(std::uint64_t number);
  [[nodiscard]] evidence::RowKey key_of(std::uint64_t number) const;
  /// The memories with the lowest numbers, at most `limit`.
  Result<std::vector<Uuid>> oldest(std::size_t limit);
  /// The oldest memories that the limit names.
  Result<OldestFirst> oldest(const AgeLimit& limit);
  /// The memories with a source that the command names, or that is gone because of it, in order of id. Hashes can collide:
  /// the caller must compare the sources.
  Result<std::vector<Uuid>> candidates(const Forgetting& forgetting);

 private:
  stage_api::StateView& rows_;
  std::string_view prefix_;
};

/// The memory of a row of the index.
[[nodiscard]] Uuid memory_in_row(std::string_view row);

}  // namespace turnstream::consolidation
