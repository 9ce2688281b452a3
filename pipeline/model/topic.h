#pragma once
// Topic: what consolidation distilled from a persona's items of one topic; the value of a change of kind "topic".
// codec/topic.h writes it. Threads: values.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/source.h"

namespace turnstream::model {

/// One sentence or two, understood without the others. It names all items from which it was drawn.
struct TopicFact {
  std::string text;
  std::vector<Source> sources;
  std::string user_id{};  ///< the user whose words it rests on; empty: none, or several
  friend bool operator==(const TopicFact&, const TopicFact&) = default;
};

struct Topic {
  std::string id;
  std::string persona_id;
  std::string topic;  ///< the first tag that the producer gave, else the type of the items
  std::vector<TopicFact> facts;
  std::int64_t event_count = 0;  ///< items and repetitions of items, also those without a fact
  EventTime since;               ///< since, until: the earliest and the latest time of an item
  EventTime until;
  friend bool operator==(const Topic&, const Topic&) = default;
};

}  // namespace turnstream::model
