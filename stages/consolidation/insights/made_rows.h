#pragma once
// MadeRows: the insights of a persona by the time at which it got them, each with hashes of the items, turns and sessions on
// which it rests, so that retention finds the oldest ones, and a `forget` those that it concerns, without reading insights. A
// pass makes many insights at one time, which share the rows `~ia/<time, 8 bytes><number, 2 bytes>` (records/row_lists.h). A
// `forget` reads all rows; a row for each source would have to be written with each insight, and is seldom read. The caller
// bounds the number of insights. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/records/age.h"
#include "stages/consolidation/records/row_lists.h"

namespace turnstream::consolidation {

class MadeRows {
 public:
  explicit MadeRows(stage_api::StateView& rows) : rows_(rows), times_(rows) {}

  /// Adds the insight that the persona got at this time, or gives it other hashes.
  Status set(LogTime made, const Uuid& id, std::vector<std::uint64_t> hashes);
  Status remove(LogTime made, const Uuid& id);
  /// The oldest insights that the limit names; those of one time in order of id.
  Result<OldestFirst> oldest(const AgeLimit& limit);
  /// The insights with this hash, in order of id; some of them may have been removed in this call.
  Result<std::vector<Uuid>> with_hash(std::uint64_t hash);
  /// Writes the rows that changed. Call it last.
  void finish() { times_.finish(); }

 private:
  struct Made {
    Uuid id{};
    std::vector<std::uint64_t> hashes;
  };
  struct Times {
    using Key = LogTime;
    using Value = Made;
    static constexpr std::size_t kRowValues = 32;
    static constexpr std::string_view kDamage = "A row of the order of the insights is damaged.";
    static evidence::RowKey row_key(LogTime made, std::size_t row);
    static void write(ByteWriter& writer, const Made& insight);
    static Made read(ByteReader& reader);
  };
  /// The place of the insight in the list of its time; absent if it is not there.
  Result<std::optional<std::size_t>> place_of(LogTime made, const Uuid& id);
  /// Calls use(made, row) for each row, in order of time, until it returns false.
  template <typename Use>
  Status each_row(Use use);

  stage_api::StateView& rows_;
  RowLists<Times> times_;
  std::optional<std::vector<std::pair<std::uint64_t, Uuid>>> hashes_ = {};  ///< of all insights, sorted
};

}  // namespace turnstream::consolidation
