#pragma once
// ChangelogWriter: writes the batches of one stage in one partition (changelog_batch.h): the rows that a transaction changed,
// and those that the walk repeats (changelog_walk.h). StageProcessor owns it and destroys it with the table after any error,
// so what it counts for a transaction that aborts is never used. Borrows nothing. Threads: the worker's.

#include <functional>
#include <string>

#include "pipeline/log/client.h"
#include "pipeline/store/changelog_place.h"
#include "pipeline/store/state_table.h"

namespace turnstream::store {

struct ChangelogLimits {
  std::size_t record_bytes = 256 << 10;  ///< a row that would make a record larger begins a new one
  /// Records that are not needed are dropped when they are that many bytes, because each drop is work for the log. At once: the
  /// first ones, so that the changelog of an earlier version is no longer needed, and after a forget.
  std::int64_t needless_bytes_min = 256 << 10;
  WalkLimits walk = {};
};

class ChangelogWriter {
 public:
  using Produce = std::function<Status(const log::OutgoingRecord&)>;

  /// For a table that was restored. Errors: of the store.
  static Result<ChangelogWriter> open(log::TopicPartition changelog, StateTable& table, const ChangelogLimits& limits);
  /// `place`: of the table in the store.
  ChangelogWriter(log::TopicPartition changelog, ChangelogPlace place, const ChangelogLimits& limits)
      : changelog_(std::move(changelog)),
        place_(std::move(place)),
        limits_(limits),
        dropped_(place_.walk.needless_bytes()),
        forgets_(place_.walk.forgets()) {}

  /// Writes the dirty rows of the table and a step of the walk. `forgets`: the transaction removed rows for good.
  /// Precondition: no batch of the table is on its way to the store, because the walk reads the store.
  Status write(StateTable& table, WallTime now, bool forgets, const Produce& produce);
  /// After the commit: puts the place of the table into the batch. `next`: the end of what the transaction wrote. Returns
  /// whether the records before walk().kept() are to be dropped.
  bool committed(NextOffset next, const StateTable& table, Batch& batch);

  [[nodiscard]] const log::TopicPartition& changelog() const { return changelog_; }
  [[nodiscard]] const Walk& walk() const { return place_.walk; }

 private:
  Status add(std::string_view key, std::optional<std::string_view> value, const Produce& produce);
  Status repeat(StateTable& table, std::int64_t bytes, const Produce& produce);
  /// Ends a record with the rows so far.
  Status flush(const Produce& produce);

  log::TopicPartition changelog_;
  ChangelogPlace place_;
  ChangelogLimits limits_;
  std::int64_t dropped_;  ///< Walk::needless_bytes() at the last drop
  bool forgets_;          ///< what was forgotten may not be dropped yet
  std::string rows_;
};

}  // namespace turnstream::store
