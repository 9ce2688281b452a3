#include "stages/semantic/timeline.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::semantic {
namespace {

using Index = std::ptrdiff_t;

/// How many points begin at or before `at`.
Index points_until(const Timeline& timeline, EventTime at) {
  const auto behind = std::upper_bound(timeline.begin(), timeline.end(), at,
                                       [](EventTime time, const Point& point) { return time < point.first; });
  return behind - timeline.begin();
}

/// The last of the first `count` points. Precondition: count > 0.
Point& holding_after(Timeline& timeline, Index count) {
  return timeline[static_cast<std::size_t>(count - 1)];
}

/// Joins neighbours that have the same fact, and removes the oldest points beyond kTimelinePointsMax.
void tidy(Timeline& timeline) {
  Timeline joined;
  for (const Point& point : timeline) {
    if (!joined.empty() && joined.back().fact == point.fact) {
      joined.back().last = std::max(joined.back().last, point.last);
    } else {
      joined.push_back(point);
    }
  }
  if (joined.size() > kTimelinePointsMax) {
    joined.erase(joined.begin(), joined.end() - static_cast<Index>(kTimelinePointsMax));
  }
  timeline = std::move(joined);
}

void drop_leading_nothing(Timeline& timeline) {
  while (!timeline.empty() && timeline.front().fact == kNothing) {
    timeline.erase(timeline.begin());
  }
}

}  // namespace

void say(Timeline& timeline, EventTime at, const Uuid& fact) {
  const Index count = points_until(timeline, at);
  if (count > 0) {
    Point& holding = holding_after(timeline, count);
    if (holding.fact == fact) {
      holding.last = std::max(holding.last, at);
      return;
    }
    if (at < holding.last) {
      const Point returned{holding.last, holding.last, holding.fact};
      holding.last = at;
      timeline.insert(timeline.begin() + count, {Point{at, at, fact}, returned});
      tidy(timeline);
      return;
    }
  }
  const auto next = timeline.begin() + count;
  if (next != timeline.end() && next->fact == fact) {
    next->first = at;  // The fact of the next point began to hold earlier than the timeline said.
  } else {
    timeline.insert(next, Point{at, at, fact});
  }
  tidy(timeline);
}

void end(Timeline& timeline, EventTime at, const Uuid& fact) {
  const Index count = points_until(timeline, at);
  if (count > 0 && holding_after(timeline, count).fact == fact) {
    say(timeline, at, kNothing);
  }
}

void unsay_end(Timeline& timeline, EventTime at, const Uuid& fact) {
  for (std::size_t i = 1; i < timeline.size(); ++i) {
    if (timeline[i].fact == kNothing && timeline[i].first == at && timeline[i - 1].fact == fact) {
      timeline.erase(timeline.begin() + static_cast<Index>(i));
      break;
    }
  }
  tidy(timeline);
}

void unsay(Timeline& timeline, const Uuid& fact) {
  std::erase_if(timeline, [&fact](const Point& point) { return point.fact == fact; });
  drop_leading_nothing(timeline);
  tidy(timeline);
}

void lose(Timeline& timeline, const Uuid& fact) {
  for (Point& point : timeline) {
    point.fact = point.fact == fact ? kNothing : point.fact;
  }
  tidy(timeline);
  drop_leading_nothing(timeline);
}

bool holds(const Timeline& timeline, const Uuid& fact) {
  return std::any_of(timeline.begin(), timeline.end(), [&fact](const Point& point) { return point.fact == fact; });
}

Standing standing_of(const Timeline& timeline, const Uuid& fact) {
  Standing standing;
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    if (timeline[i].fact != fact) {
      continue;
    }
    const bool last = i + 1 == timeline.size();
    standing.validity.push_back({timeline[i].first, last ? std::nullopt : std::optional(timeline[i + 1].first)});
    standing.current = last;
    standing.superseded_by.reset();
    if (!last && timeline[i + 1].fact != kNothing) {
      standing.superseded_by = timeline[i + 1].fact;
    }
  }
  if (standing.validity.size() > kValiditiesMax) {
    standing.validity.erase(standing.validity.begin(), standing.validity.end() - static_cast<Index>(kValiditiesMax));
  }
  return standing;
}

std::set<Uuid> facts_moved(const Timeline& before, const Timeline& after) {
  if (after.empty()) {
    return {};
  }
  // New points remove the oldest ones of a full timeline. The comparison starts behind the removed points.
  const auto start = std::find(before.begin(), before.end(), after.front());
  const std::size_t left = start == before.end() ? 0 : static_cast<std::size_t>(start - before.begin());
  std::size_t same = 0;
  while (left + same < before.size() && same < after.size() && before[left + same] == after[same]) {
    ++same;
  }
  std::size_t same_end = 0;
  while (left + same + same_end < before.size() && same + same_end < after.size() &&
         before[before.size() - 1 - same_end] == after[after.size() - 1 - same_end]) {
    ++same_end;
  }
  // A point ends where the next one begins, so the last equal point may end elsewhere.
  const std::size_t first = same == 0 ? 0 : same - 1;
  std::set<Uuid> moved;
  const auto add = [&moved, &after](const Point& point) {
    if (std::any_of(after.begin(), after.end(), [&point](const Point& other) { return other.fact == point.fact; })) {
      moved.insert(point.fact);
    }
  };
  std::for_each(before.begin(), before.begin() + static_cast<Index>(left), add);
  std::for_each(before.begin() + static_cast<Index>(left + first), before.end() - static_cast<Index>(same_end), add);
  std::for_each(after.begin() + static_cast<Index>(first), after.end() - static_cast<Index>(same_end), add);
  return moved;
}

std::string encode_timeline(const Timeline& timeline) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.varint(timeline.size());
  for (const Point& point : timeline) {
    writer.i64(point.first.value()).i64(point.last.value()).uuid(point.fact);
  }
  return bytes;
}

Result<Timeline> decode_timeline(std::string_view bytes) {
  constexpr std::size_t kPointBytes = 2 * sizeof(std::int64_t) + sizeof(Uuid);
  ByteReader reader(bytes);
  Timeline timeline(reader.count(kPointBytes));
  for (Point& point : timeline) {
    point.first = EventTime{reader.i64()};
    point.last = EventTime{reader.i64()};
    point.fact = reader.uuid();
  }
  if (!reader.done()) {
    return evidence::bad_state("The row of a timeline of facts is damaged.");
  }
  return timeline;
}

}  // namespace turnstream::semantic
