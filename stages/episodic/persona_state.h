#pragma once
// PersonaState: the head row of a persona's state, which PersonaWork reads first: the index of the ring, counters, open
// episodes, which timers are armed, and the bounds of links and closed_ids. The rows of a persona:
//   ring            this                              item/<id>        a ring item, as JSON
//   links/<n>       up to 32 link entries (links.h)   episode/<id>     an open episode's items and tags
//   closed/<id>     a closed episode, as JSON         closed_ids/<n>   ids of closed episodes (row_list.h)
// <id> is 16 bytes, <n> 8 bytes big-endian. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/row_list.h"
#include "stages/common/evidence/rows.h"
#include "stages/episodic/ring.h"

namespace turnstream::episodic {

inline constexpr std::string_view kStateKey = "ring";
inline constexpr std::string_view kItemPrefix = "item/";
inline constexpr std::string_view kLinksPrefix = "links/";
inline constexpr std::string_view kOpenEpisodePrefix = "episode/";
inline constexpr std::string_view kClosedEpisodePrefix = "closed/";
inline constexpr std::string_view kClosedIdsPrefix = "closed_ids/";

using evidence::bad_state;
using evidence::row_key;

/// Totals since the persona's first turn, or since the last `forget` with `all`.
struct RingCounters {
  std::int64_t promoted = 0;
  std::int64_t evicted = 0;   ///< dropped because the ring was full; not those promoted instead
  std::int64_t aged_out = 0;  ///< dropped by the timer because of age
  friend bool operator==(const RingCounters&, const RingCounters&) = default;
};

/// The part of an open episode that is in PersonaState. The other part, EpisodeBody, is in a row of its own.
struct OpenEpisode {
  std::string session_id;
  Uuid id;
  EventTime start;
  EventTime end;
  LogTime last_active;
  std::int64_t items = 0;  ///< number of items; one that the full EpisodeBody does not list counts again if it repeats
  friend bool operator==(const OpenEpisode&, const OpenEpisode&) = default;
};

struct PersonaState {
  RingCounters counters;
  bool ring_timer_armed = false;
  bool episode_timer_armed = false;
  std::uint64_t links_next = 0;            ///< number of the next link entry
  std::uint64_t links_first = 0;           ///< number of the first row of links that exists
  evidence::RowListBounds closed;          ///< the bounds of the list of closed episodes
  std::vector<OpenEpisode> open_episodes;  ///< in the order of opening
  Ring ring;
  friend bool operator==(const PersonaState&, const PersonaState&) = default;
};

[[nodiscard]] std::string encode_state(const PersonaState& state);
/// Errors: bad_state() if the row is damaged or has another format.
Result<PersonaState> decode_state(std::string_view bytes);

}  // namespace turnstream::episodic
