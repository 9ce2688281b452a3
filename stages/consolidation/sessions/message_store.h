#pragma once
// MessageStore: the rows of the turns that wait for their session to be flushed. Row: `message/<number of the session><number of
// the turn's first message>` (8 bytes each), so that no record rewrites the messages that wait. A window can end between the two
// messages of a turn: its row stays until both are flushed. Lifetime: borrows the rows, for one call of the stage. Threads: the
// caller's.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/sessions/message.h"
#include "stages/consolidation/sessions/session_table.h"

namespace turnstream::consolidation {

/// The oldest waiting messages of a session: as many as one flush takes.
struct Window {
  std::vector<Message> messages;
  std::uint64_t end = 0;  ///< the number behind the last one
};

struct WindowLimits {
  std::size_t messages_max = 20;
  std::size_t code_points_max = 12'000;
};

class MessageStore {
 public:
  explicit MessageStore(stage_api::PersonaContext& context) : context_(context) {}

  /// Appends the messages of one turn, at least one. Returns the bytes that they take.
  std::int64_t append(KeptSession& session, const std::vector<Message>& messages);

  /// `end_max`: messages from this number on are left out.
  Result<Window> window(const KeptSession& session, const WindowLimits& limits, std::uint64_t end_max);
  /// Removes the messages before the window's end from the session, and the rows without any other one. Returns their bytes.
  Result<std::int64_t> drop(KeptSession& session, std::uint64_t end);
  /// A turn with messages that wait.
  struct Waiting {
    std::string turn_id;
    std::uint64_t first = 0;  ///< the number of its first message
  };
  /// Reads all messages of the session that wait.
  Result<std::vector<Waiting>> waiting(const KeptSession& session);
  /// Removes the messages of a turn of waiting(). Returns their bytes.
  Result<std::int64_t> drop_turn(KeptSession& session, std::uint64_t first);

 private:
  struct Row {
    std::uint64_t first = 0;  ///< the number of its first message
    std::uint64_t end = 0;
    std::string_view bytes;
  };
  /// The row that has the message of this number; absent if it is forgotten. Valid until the row is written.
  Result<std::optional<Row>> row_with(const KeptSession& session, std::uint64_t number);
  Result<std::optional<Row>> row_at(const KeptSession& session, std::uint64_t first);
  Status set_first(KeptSession& session, std::uint64_t first);

  stage_api::PersonaContext& context_;
};

}  // namespace turnstream::consolidation
