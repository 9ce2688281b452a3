#pragma once
// SessionForm: the sessions of a persona as rows and changes (common/evidence/persona_table.h). Rows: `sessions` (the head),
// `session/<key of 16 bytes>`. The key is a hash of the session's id, which can be long. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/codec/stats.h"
#include "pipeline/model/session.h"
#include "stages/common/evidence/persona_table.h"

namespace turnstream::consolidation {

/// A session as it is kept. Its messages have numbers in order of arrival; those in [first, next) that are not gone wait.
struct KeptSession {
  model::Session shown;
  std::uint64_t number = 0;  ///< unique among the persona's sessions
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  std::int64_t flushed = 0;  ///< messages that were flushed so far
  std::int64_t lines = 0;    ///< lines that were made of them
  bool gone = false;         ///< it leaves the stage
  friend bool operator==(const KeptSession&, const KeptSession&) = default;
};

struct SessionHead {
  std::int64_t dirty = 0;          ///< sessions with waiting messages
  std::int64_t clean = 0;          ///< the others
  std::int64_t waiting_bytes = 0;  ///< of all waiting messages
  std::uint64_t next_number = 0;   ///< of the next session
  std::optional<LogTime> cycle;    ///< due time of the timer "cycle"; absent: not armed
  std::optional<LogTime> keep;     ///< due time of the timer "sessions", which drops old sessions
  friend bool operator==(const SessionHead&, const SessionHead&) = default;
};

struct SessionForm {
  using Entry = KeptSession;
  using Head = SessionHead;
  static constexpr std::string_view kPrefix = "session/";
  static constexpr std::string_view kKind = "session";
  static constexpr std::string_view kHeadKey = "sessions";
  static constexpr std::string_view kStatsId = "sessions";

  static std::string encode(const Entry& session);
  /// Errors: bad_state().
  static Result<Entry> decode(std::string_view row, std::string_view persona, const Uuid& key);
  static std::string encode_head(const Head& head);
  static Result<Head> decode_head(std::string_view row);
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& key, const Entry& session,
                     evidence::Before<Entry> before);
  static std::vector<codec::StatCounter> counters(const Head& /*head*/) { return {}; }
};

using SessionTable = evidence::PersonaTable<SessionForm>;

[[nodiscard]] Uuid session_key(std::string_view session_id);

}  // namespace turnstream::consolidation
