#pragma once
// Timeline: which value of a single-valued relation held when, by event time: "api port is" 8080 from 10:00, 9090 from
// 10:10. What is said late takes the place that its event time gives it. Threads: values; pure.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/fact.h"

namespace turnstream::semantic {

/// In the place of a fact: from then on none is known to hold.
inline constexpr Uuid kNothing{};

/// From `first` on a fact held; it was said again up to `last`. It ends where the next point begins.
struct Point {
  EventTime first;
  EventTime last;
  Uuid fact;
  friend bool operator==(const Point&, const Point&) = default;
};

/// In order of time; neighbours differ. Beyond kTimelinePointsMax the oldest leaves.
using Timeline = std::vector<Point>;
inline constexpr std::size_t kTimelinePointsMax = 64;

/// `fact` was said to hold at `at`. Of two that are said for the same time the one said later wins. Between two times
/// at which one value was said, another one splits it: the first comes back at its last saying.
void say(Timeline& timeline, EventTime at, const Uuid& fact);
/// From `at` on `fact` does not hold any more; nothing happens unless it is the one that holds there.
void end(Timeline& timeline, EventTime at, const Uuid& fact);
/// As if it had never been said.
void unsay(Timeline& timeline, const Uuid& fact);
/// It is not known any more what held while it did.
void lose(Timeline& timeline, const Uuid& fact);
[[nodiscard]] bool holds(const Timeline& timeline, const Uuid& fact);

/// When a fact holds, as the timeline tells it.
struct Standing {
  std::vector<model::Validity> validity;  ///< the newest kValiditiesMax
  bool current = false;
  std::optional<Uuid> superseded_by;
  friend bool operator==(const Standing&, const Standing&) = default;
};
inline constexpr std::size_t kValiditiesMax = 16;
[[nodiscard]] Standing standing_of(const Timeline& timeline, const Uuid& fact);

/// The facts of `after` whose standing may not be what it was in `before`, in order of id: those next to where the two
/// differ, few however long both are.
[[nodiscard]] std::set<Uuid> facts_moved(const Timeline& before, const Timeline& after);

[[nodiscard]] std::string encode_timeline(const Timeline& timeline);
/// Error "bad_state", reaction kRebuildState.
Result<Timeline> decode_timeline(std::string_view bytes);

}  // namespace turnstream::semantic
