#pragma once
// Episode: items of one session, with less than memory.episodic.episode_gap_s between neighbours; the value of a change
// of kind "episode". codec/episode.h converts it to bytes and back. Threads: values.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

struct Episode {
  std::string id;
  std::string persona_id;
  std::string session_id;
  EventTime start;
  EventTime end;
  std::vector<std::string> item_ids;  ///< of the items added first, a limited number; `items` counts the others too
  std::int64_t items = 0;
  std::vector<std::string> tags;
  friend bool operator==(const Episode&, const Episode&) = default;
};

}  // namespace turnstream::model
