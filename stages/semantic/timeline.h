#pragma once
// Timeline: for a relation that has one value at a time, the intervals of event time in which each value held. Example:
// "api port is" 8080 from 10:00, 9090 from 10:10. A value that arrives late is inserted at its event time. Threads:
// values; pure.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/fact.h"

namespace turnstream::semantic {

/// Stored in a point instead of a fact: from that point on no value is known.
inline constexpr Uuid kNothing{};

/// A fact holds from `first` until the next point begins. `last` is the newest time at which it was said, or at which
/// say() split it.
struct Point {
  EventTime first;
  EventTime last;
  Uuid fact;
  friend bool operator==(const Point&, const Point&) = default;
};

/// Points in order of time; neighbours have different facts. Beyond kTimelinePointsMax the oldest are removed.
using Timeline = std::vector<Point>;
inline constexpr std::size_t kTimelinePointsMax = 64;

/// Adds that a turn stated `fact` at time `at`. If two facts were stated for one time, the one that arrived later
/// holds. If another fact holds at `at` and was also said later, `fact` splits it: the other one holds again from the
/// last time it was said. Otherwise, if the next point has the same fact, that point now begins at `at`.
void say(Timeline& timeline, EventTime at, const Uuid& fact);
/// `fact` ends at `at`; if it was said after `at`, it holds again from the last time it was said. Changes nothing if
/// `fact` does not hold at `at`.
void end(Timeline& timeline, EventTime at, const Uuid& fact);
/// Undoes end(): the fact, which ended at `at` with no other behind it, holds on until the next point.
void unsay_end(Timeline& timeline, EventTime at, const Uuid& fact);
/// Removes the fact: the fact before it holds until the next point, which can be kNothing.
void unsay(Timeline& timeline, const Uuid& fact);
/// Replaces the fact with kNothing, so that no earlier fact holds again.
void lose(Timeline& timeline, const Uuid& fact);
/// Whether the timeline has a point of the fact.
[[nodiscard]] bool holds(const Timeline& timeline, const Uuid& fact);

/// When a fact holds, derived from the timeline.
struct Standing {
  std::vector<model::Validity> validity;  ///< the newest kValiditiesMax intervals in which the fact holds
  bool current = false;
  std::optional<Uuid> superseded_by;  ///< the next fact after the last interval; absent if current or kNothing is next
  friend bool operator==(const Standing&, const Standing&) = default;
};
inline constexpr std::size_t kValiditiesMax = 16;
[[nodiscard]] Standing standing_of(const Timeline& timeline, const Uuid& fact);

/// The facts of `after` (kNothing included) whose standing may differ from that in `before`, in order of id: those at
/// the points that differ or were removed, and at the point before. Few after say(), however long the timelines are.
[[nodiscard]] std::set<Uuid> facts_moved(const Timeline& before, const Timeline& after);

[[nodiscard]] std::string encode_timeline(const Timeline& timeline);
/// Errors: evidence::bad_state().
Result<Timeline> decode_timeline(std::string_view bytes);

}  // namespace turnstream::semantic
