#pragma once
// PlaceRows: places in order of their numbers (records/numbered_rows.h). A place has the id of an entry, a time and hashes of
// turn and session, so that a walk need not read the entries. Lifetime: borrows the rows, for one call of the stage. Threads:
// the caller's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/consolidation/records/numbered_rows.h"

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

  PlaceRows(stage_api::StateView& rows, std::string_view prefix) : rows_(rows, prefix, kRowPlaces) {}

  /// Writes the place of that number; absent: removes it.
  void set(std::uint64_t number, const std::optional<Place>& place);
  /// Visits the places until `take` returns false: NumberedRows::visit().
  Status visit(std::size_t expected, const Take& take);
  Status finish() { return rows_.finish(); }

 private:
  static constexpr std::uint64_t kRowPlaces = 16;

  NumberedRows rows_;
};

}  // namespace turnstream::consolidation
