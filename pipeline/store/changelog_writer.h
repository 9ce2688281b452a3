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
  std::size_t record_bytes = 256 << 10;  ///< a record ends with the row that reaches it; one row may make it larger
  WalkLimits walk = {};
};

class ChangelogWriter {
 public:
  using Produce = std::function<Status(const log::OutgoingRecord&)>;

  /// For a table that was restored. Errors: of the store.
  static Result<ChangelogWriter> open(log::TopicPartition changelog, StateTable& table, const ChangelogLimits& limits);
  /// `place`: of the table in the store.
  ChangelogWriter(log::TopicPartition changelog, ChangelogPlace place, const ChangelogLimits& limits)
      : changelog_(std::move(changelog)), place_(std::move(place)), limits_(limits), kept_(place_.walk.kept()) {}

  /// Writes the dirty rows of the table and a step of the walk. `forgets`: the transaction removed rows for good.
  /// Precondition: no batch of the table is on its way to the store, because the walk reads the store.
  Status write(StateTable& table, WallTime now, bool forgets, const Produce& produce);
  /// After the commit: puts the place of the table into the batch. `next`: the end of what the transaction wrote. Returns
  /// whether records are no longer needed: those before walk().kept().
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
  NextOffset kept_;  ///< as of the last commit
  std::string rows_;
};

}  // namespace turnstream::store
