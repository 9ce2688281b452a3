#pragma once
// RecallQuery: what is asked of a persona's memory, and how it is read from the JSON of a request. Threads: values; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/model/completion.h"

namespace turnstream::recall {

inline constexpr std::size_t kResultsMax = 100;
inline constexpr std::size_t kQueryBytesMax = 8'192;

/// A moment of the past: a log time, or the record after which it is.
using AsOf = std::variant<LogTime, model::LogPosition>;

/// Which messages and documents may be results. A list that is empty allows all.
struct RecallFilter {
  std::vector<std::string>
      kinds;  ///< message, memory, fact, note, instruction, preference, habit, pattern, skill, insight, topic, daily, episode
  std::vector<std::string> types;  ///< of items, patterns and insights; "chat" are messages
  std::vector<std::string> tags;   ///< at least one of them
  std::optional<std::string> session_id;
  std::optional<std::string> user_id;
  std::optional<std::string> room_id;
  std::optional<std::string> task_id;
  std::optional<EventTime> since;  ///< at or after
  std::optional<EventTime> until;  ///< before
  std::optional<std::int64_t> importance_min;
  bool current = false;  ///< without facts and notes that no longer hold

  friend bool operator==(const RecallFilter&, const RecallFilter&) = default;
};

struct RecallQuery {
  std::string persona_id;
  std::string text;           ///< empty: the most important and newest
  std::string compared = {};  ///< of similar memories: the text whose vector is compared; empty: that of `text`
  RecallFilter filter;
  std::size_t limit = 10;
  std::optional<AsOf> as_of;
  std::optional<std::string> after_turn;  ///< answer only when this turn is applied
  bool count = true;                      ///< the results count as accesses
};

/// Error "bad_query", with the JSON pointer of the member: a missing persona_id, an unknown member, another type, a number
/// or length out of bounds, a text that is not a time.
Result<RecallQuery> parse_recall_query(std::string_view json);

/// What a text for a prompt is made of (context.h).
struct ContextQuery {
  RecallQuery recall;                ///< the filter of kinds and types is not used
  std::size_t budget_chars = 4'000;  ///< of the text, in code points
};
inline constexpr std::size_t kBudgetCharsMax = 100'000;

/// As parse_recall_query(), with the member budget_chars (100 to 100,000) and without kinds, types, limit and current.
Result<ContextQuery> parse_context_query(std::string_view json);

/// What similar memories are looked for (similar.h).
struct SimilarQuery {
  RecallQuery recall;             ///< text: the one to compare with, if there is no id
  std::optional<std::string> id;  ///< of a message or memory
};

/// As parse_recall_query(), with either id or text (in place of query).
Result<SimilarQuery> parse_similar_query(std::string_view json);

/// The newest memories of a user, room, task or session: as parse_recall_query() without query, with at least one of user_id,
/// room_id, task_id and session_id; limit is kResultsMax without the member.
Result<RecallQuery> parse_related_query(std::string_view json);

/// How memories changed (timeline.h).
struct TimelineQuery {
  RecallQuery
      recall;  ///< text: empty, or what the memories must fit; of the filter kinds, types, current, since and until
  std::optional<std::string> id;  ///< the history of this memory alone
};

/// The members persona_id, query, id, kinds, types, current, since, until, limit (kResultsMax without it) and as_of. Without kinds
/// and types: facts, instructions, preferences and habits. Messages have no history: the kind message is refused.
Result<TimelineQuery> parse_timeline_query(std::string_view json);

/// "2026-01-01T10:00:00Z", or partition@offset such as "3@1042". Error "bad_query".
Result<AsOf> parse_as_of(std::string_view text);

}  // namespace turnstream::recall
