#pragma once
// IdList: ids of a persona's things in order of arrival, over rows `<prefix><n>` of 32 ids each (n: 8 bytes
// big-endian): a stage has no other way to walk its rows. An id that was removed leaves a hole, which walks skip,
// and close up once most places are holes. The bounds are part of the owner's own row; it stores them. Lifetime:
// borrows rows and bounds, for one call of a stage. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::evidence {

/// Positions from `first` to before `next` are in the list, holes among them. A row goes when its last id has left.
struct IdListBounds {
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  friend bool operator==(const IdListBounds&, const IdListBounds&) = default;
};

void write_bounds(ByteWriter& writer, const IdListBounds& bounds);
[[nodiscard]] IdListBounds read_bounds(ByteReader& reader);

class IdList {
 public:
  IdList(stage_api::StateView& rows, std::string prefix, IdListBounds& bounds)
      : rows_(rows), prefix_(std::move(prefix)), bounds_(bounds) {}

  Status append(const Uuid& id);
  /// The oldest id leaves; absent if the list is empty. A hole is passed over.
  Result<std::optional<Uuid>> pop_front();
  /// Calls visit with each id, oldest first; where it answers false the id is removed.
  Status keep_if(const std::function<Result<bool>(const Uuid& id)>& visit);
  void clear();

 private:
  Result<std::vector<Uuid>> load(std::uint64_t row);
  void store(std::uint64_t row, const std::vector<Uuid>& ids);
  void close_up(const std::vector<Uuid>& ids);

  stage_api::StateView& rows_;
  std::string prefix_;
  IdListBounds& bounds_;
};

}  // namespace turnstream::evidence
