#pragma once
// ChangelogPlace: the checkpoint of a table whose changelog has batches: what of it the rows in the store contain. It is the
// row kCheckpointKey, written in the same batch as the rows. A program that knows only Checkpoint (changelog.h) reads it as
// no checkpoint. Threads: a value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/store/changelog_walk.h"

namespace turnstream::store {

struct ChangelogPlace {
  NextOffset next{0};       ///< the first offset that is not contained in the rows
  std::int64_t number = 0;  ///< BatchHead::number of the record that must come next
  Walk walk = {};           ///< of the last record
  /// During a restore into an empty table: the first offset that it read. Absent: the rows are the whole table.
  std::optional<NextOffset> from = {};

  [[nodiscard]] std::string encode() const;
  static std::optional<ChangelogPlace> decode(std::string_view row);
};

}  // namespace turnstream::store
