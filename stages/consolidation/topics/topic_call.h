#pragma once
// TopicCall: the items of one topic about which a model is asked, until its answer comes. They wait no longer; the row
// `topic_call/<id of the request, 16 bytes>` holds them. Threads: values; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "stages/consolidation/topics/topic_event.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kTopicCallPrefix = "topic_call/";

struct TopicCall {
  std::string topic;
  std::vector<TopicEvent> events;  ///< in order of arrival; those without a text only count
  friend bool operator==(const TopicCall&, const TopicCall&) = default;
};

[[nodiscard]] std::string encode(const TopicCall& call);
/// Errors: bad_state().
Result<TopicCall> decode_topic_call(std::string_view row);

}  // namespace turnstream::consolidation
