#pragma once
// PlaceRows: places in order of their numbers, those with 16 successive numbers in one row `<prefix><number / 16>`, because a
// turn adds several and a pass takes many. A place has the id of an entry, a time and hashes of turn and session, so that a
// walk need not read the entries. Changes wait for the next walk, or for finish(). Lifetime: borrows the rows, for one call
// of the stage. Threads: the caller's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

/// A place in the queue, or among the consolidated entries.
struct Place {
  std::uint64_t number = 0;
  Uuid id{};
  bool claimed = false;    ///< an open request is about it
  LogTime at;              ///< of a waiting entry its recorded_at; else when it was consolidated
  std::uint64_t turn = 0;  ///< hashes
  std::uint64_t session = 0;
  std::uint64_t asked_in = 0;  ///< of a waiting entry's turn of that name
};

class PlaceRows {
 public:
  using Take = std::function<bool(const Place& place)>;

  /// `prefix`: of the keys, such as "~w/"; it must outlive this.
  PlaceRows(stage_api::StateView& rows, std::string_view prefix) : rows_(rows), prefix_(prefix) {}

  /// Writes the place of that number; absent: removes it.
  void set(std::uint64_t number, const std::optional<Place>& place) { changes_[number] = place; }
  /// Visits the places by number until `take` returns false. What `take` sets is not seen before the next walk.
  /// `expected`: after how many places the walk is expected to end, so that it reads few rows.
  Status visit(std::size_t expected, const Take& take);
  /// Writes what changed. Call it last.
  Status finish();

 private:
  stage_api::StateView& rows_;
  std::string_view prefix_;
  std::map<std::uint64_t, std::optional<Place>> changes_;
};

}  // namespace turnstream::consolidation
