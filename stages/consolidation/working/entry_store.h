#pragma once
// EntryStore: the entries of a persona as rows and changes, during one call of the stage. Rows: `entry/<id>` (entry.h),
//   ~w/…   the queue of waiting entries in order of arrival (place_rows.h)
//   ~wd/…  the consolidated entries in the order in which they were consolidated
// It keeps the counts in the head. Lifetime: borrows the context and the head, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/working/entry.h"
#include "stages/consolidation/working/place_rows.h"
#include "stages/consolidation/working/working_head.h"

namespace turnstream::consolidation {

/// An entry that a `forget` command removed.
struct ForgottenEntry {
  Uuid id{};
  bool claimed = false;
};

class EntryStore {
 public:
  EntryStore(stage_api::PersonaContext& context, WorkingHead& head);

  Result<std::optional<EntryRow>> find(const Uuid& id);
  /// The entry, if it waits. Precondition: the queue names it.
  Result<Entry> waiting(const Uuid& id);
  /// Up to `limit` waiting entries that no request claims, oldest first, that are recorded from `since` on and whose number is
  /// below `until`.
  Result<std::vector<Place>> oldest(std::size_t limit, LogTime since, std::uint64_t until);

  /// Puts a new entry at the end of the queue; its number is set. `id`: as in `context`.
  void add(const Uuid& id, const Entry& entry, const EntryContext& context);
  /// Replaces a waiting entry. Reports importance and ephemeral if they differ.
  void update(const Uuid& id, const Entry& before, const Entry& after);
  void claim(const Place& place);
  /// The entry was handled: `insight` holds it now.
  void consolidate(const Place& place, const Entry& entry, const Uuid& insight, LogTime now);
  /// The item of a consolidated entry was seen again.
  void count(const Uuid& id, Consolidated done, std::int64_t occurrences);
  /// The entry was handled, and nothing of it stays.
  void drop(const Place& place);

  /// Forgets the consolidated entries beyond the newest `done_max` and those consolidated before `horizon`.
  Status trim(std::int64_t done_max, LogTime horizon);
  /// Removes what the command covers. Reads the whole queue.
  Result<std::vector<ForgottenEntry>> forget(Forgetting& forgetting);
  /// Writes the rows of both orders. Call it last.
  Status finish();

 private:
  void drop_done(const Place& place);
  Status forget_question(Place place, const Forgetting& forgetting);

  stage_api::PersonaContext& context_;
  WorkingHead& head_;
  PlaceRows queue_;
  PlaceRows done_;
};

}  // namespace turnstream::consolidation
