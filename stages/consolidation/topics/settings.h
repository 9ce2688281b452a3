#pragma once
// TopicSettings: the numbers of the part topics that can be set, as memory.consolidation.<name>. Threads: values and
// constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct TopicSettings {
  std::int64_t topic_events_max = 200;
  std::int64_t topic_facts_max = 7;
  std::int64_t topic_idle_min = 15;
  std::int64_t topic_interval_min = 120;
  std::int64_t topic_intervals_max = 4;
  std::int64_t topic_waiting_max = 5000;
  std::int64_t topics_max = 1000;
  std::int64_t topics_pass_max = 10;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kTopicSettingFields{
    stage_api::count_field("consolidation.topic_events_max", &TopicSettings::topic_events_max, "items", 1, 1000,
                           "Items that one pass distils at most."),
    stage_api::count_field("consolidation.topic_facts_max", &TopicSettings::topic_facts_max, "facts", 1, 50,
                           "Facts of one topic in one pass at most."),
    stage_api::count_field("consolidation.topic_idle_min", &TopicSettings::topic_idle_min, "min", 0, 1440,
                           "A pass waits until the persona had no turn for so long."),
    stage_api::count_field("consolidation.topic_interval_min", &TopicSettings::topic_interval_min, "min", 1, 100000,
                           "Time from the first new item to the pass."),
    stage_api::count_field("consolidation.topic_intervals_max", &TopicSettings::topic_intervals_max, "intervals", 1,
                           1000, "After so many intervals a pass no longer waits for idle time."),
    stage_api::count_field("consolidation.topic_waiting_max", &TopicSettings::topic_waiting_max, "items", 10, 100000,
                           "With more waiting items, a pass waits for nothing."),
    stage_api::count_field("consolidation.topics_max", &TopicSettings::topics_max, "topics", 1, 100000,
                           "Topics kept for a persona; of more the oldest leave."),
    stage_api::count_field("consolidation.topics_pass_max", &TopicSettings::topics_pass_max, "topics", 1, 100,
                           "Topics that one pass distils at most."),
};

}  // namespace turnstream::consolidation
