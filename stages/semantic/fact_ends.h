#pragma once
// FactEnds: ends facts, and undoes it if the turns that ended them are forgotten. Lifetime: borrows all arguments, for one call of
// the stage. Threads: the caller's.

#include <functional>
#include <optional>
#include <string>

#include "stages/semantic/fact_table.h"
#include "stages/semantic/fact_timelines.h"
#include "stages/semantic/told_rows.h"

namespace turnstream::semantic {

/// The fact, which is in no timeline and has ended, holds again since its last beginning.
void hold_again(model::Fact& fact);

class FactEnds {
 public:
  FactEnds(FactTable& facts, ToldRows& told, FactTimelines& timelines)
      : facts_(facts), told_(told), timelines_(timelines) {}

  /// The slot in whose timeline the fact stands, of several its own; absent if in none.
  Result<std::optional<std::string>> slot_in_use(const Uuid& id, const model::Fact& fact);
  /// Ends the fact at `at`. `by`: the fact that takes its place, if one does; it must be listed in the told rows, and is shown from now
  /// on if the fact is. `turn`: says so. Changes nothing if the fact is unknown or (in a timeline) did not hold then, or (without a
  /// timeline) no longer holds or was said later.
  Status close(const Uuid& id, const std::optional<Uuid>& by, EventTime at, const model::Source& turn);
  /// The turns for which `forgotten` is true did not end the fact. It ends when the other stored turns say so, or holds again.
  /// Precondition: there is a fact of this id.
  Status unsay(const Uuid& id, const std::function<bool(model::SourceView source)>& forgotten);

 private:
  Status end(const Uuid& id, KeptFact& kept, const std::optional<Uuid>& by, EventTime at);

  FactTable& facts_;
  ToldRows& told_;
  FactTimelines& timelines_;
};

}  // namespace turnstream::semantic
