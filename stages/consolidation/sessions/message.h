#pragma once
// Message: one side of a turn that waits for its session to be flushed. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::consolidation {

enum class Side : std::uint8_t { kUser, kAssistant };

struct Message {
  std::string turn_id;
  Side side = Side::kUser;
  bool last_of_turn = false;
  std::string speaker;  ///< name
  std::string text;
  EventTime at;
  LogTime heard_at;
  friend bool operator==(const Message&, const Message&) = default;
};

/// `<turn_id>#user` or `<turn_id>#assistant`
[[nodiscard]] std::string cursor_of(const Message& message);

[[nodiscard]] std::string encode(const Message& message);
/// Errors: bad_state().
Result<Message> decode_message(std::string_view row);

}  // namespace turnstream::consolidation
