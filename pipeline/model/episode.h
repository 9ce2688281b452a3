#pragma once
// Episode: the items of one session without a gap of 30 minutes between them, as it stands in changes of kind
// "episode". codec/episode.h turns it into bytes and back. Threads: values.

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
  std::vector<std::string> item_ids;  ///< bounded; `items` counts all
  std::int64_t items = 0;
  std::vector<std::string> tags;
  friend bool operator==(const Episode&, const Episode&) = default;
};

}  // namespace turnstream::model
