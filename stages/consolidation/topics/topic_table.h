#pragma once
// TopicForm: the topics of a persona as rows and changes (common/evidence/persona_table.h). Rows: `topics` (the head) and
// `topic/<id of 16 bytes>`. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/codec/stats.h"
#include "pipeline/model/topic.h"
#include "stages/common/evidence/persona_table.h"

namespace turnstream::consolidation {

/// A topic as it is kept, and its place in the order in which topics leave.
struct KeptTopic {
  model::Topic topic;
  std::uint64_t number = 0;
  friend bool operator==(const KeptTopic&, const KeptTopic&) = default;
};

struct TopicHead {
  std::int64_t topics = 0;
  std::uint64_t next_topic = 0;  ///< the number of the next topic
  std::int64_t waiting = 0;      ///< items that wait for a pass
  LogTime waiting_since{0};      ///< when the first item came after the last pass
  LogTime last_turn{0};          ///< of the persona, as far as items wait
  bool backlog = false;          ///< the last pass left items behind
  std::int64_t calls = 0;        ///< requests to a model that are open
  std::optional<LogTime> timer;  ///< due time of the timer "topics"; absent: not armed
  friend bool operator==(const TopicHead&, const TopicHead&) = default;
};

struct TopicForm {
  using Entry = KeptTopic;
  using Head = TopicHead;
  static constexpr std::string_view kPrefix = "topic/";
  static constexpr std::string_view kKind = "topic";
  static constexpr std::string_view kHeadKey = "topics";
  static constexpr std::string_view kStatsId = "topics";
  static constexpr std::string_view kTimer = "topics";

  static std::string encode(const Entry& kept);
  /// Errors: bad_state().
  static Result<Entry> decode(std::string_view row, std::string_view persona, const Uuid& id);
  static std::string encode_head(const Head& head);
  static Result<Head> decode_head(std::string_view row);
  /// Only the facts of a topic change.
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const Entry& kept,
                     evidence::Before<Entry> before);
  static std::vector<codec::StatCounter> counters(const Head& head);
};

using TopicTable = evidence::PersonaTable<TopicForm>;

}  // namespace turnstream::consolidation
