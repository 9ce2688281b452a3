#pragma once
// TopicEvent: an item that waits for the next topic pass, with how often it was seen since the last one. Rows
// `~te/…` (records/numbered_rows.h): the number gives the order of arrival. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/model/source.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kTopicEventPrefix = "~te/";

struct TopicEvent {
  std::string topic;
  std::vector<model::Source> sources;  ///< the item; then the one whose question the text quotes, if it does
  std::string text;                    ///< what the item says, understood alone; empty if it says nothing worth keeping
  std::int64_t value = 0;              ///< of what was said, in 10⁻⁹ (speech/heard.h); 0: the text has no speaker
  std::int64_t importance = 0;
  std::int64_t count = 1;  ///< how often the item was seen
  EventTime at;
  LogTime recorded_at;
  std::string user_id{};  ///< whose words the text is; empty: no user's
  std::uint64_t number =
      0;  ///< the place in the order of arrival, the same as in working memory; the key has it, not the row
  friend bool operator==(const TopicEvent&, const TopicEvent&) = default;
};

[[nodiscard]] std::string encode(const TopicEvent& event);
/// Errors: bad_state().
Result<TopicEvent> decode_topic_event(std::string_view row);

}  // namespace turnstream::consolidation
