#pragma once
// Session: how far the messages of a session are in the daily log; the value of a change of kind "session".
// codec/session.h writes it. Threads: values.

#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

struct Session {
  std::string id;
  std::string persona_id;
  std::optional<std::string> cursor;  ///< `<turn_id>#user` or `#assistant`: the last message that was flushed
  LogTime updated_at;
  std::optional<LogTime> flushed_at;
  std::optional<std::string> room_id;
  std::optional<std::string> thread_id;
  std::optional<LogTime> dirty_since;  ///< the log time of the first message behind the cursor; absent: there is none
  LogTime last_message_at;
  std::int64_t messages_waiting = 0;  ///< messages behind the cursor
  std::int64_t flush_attempts = 0;    ///< requests about the next messages that failed

  [[nodiscard]] bool dirty() const { return messages_waiting > 0; }
  friend bool operator==(const Session&, const Session&) = default;
};

}  // namespace turnstream::model
