#pragma once
// MessageStore: the rows of the messages that wait for their session to be flushed. Rows: `message/<number of the session>
// <number of the message>` (8 bytes each) and `message_of/<id of the turn's chat item>` (where its messages are), so that no
// record rewrites the messages that wait and a forgotten turn is found at once. Lifetime: borrows the rows, for one call of
// the stage. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
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

  /// Appends the messages of one turn. Returns the bytes that they take.
  std::int64_t append(KeptSession& session, const Uuid& item, const std::vector<Message>& messages);

  /// `end_max`: messages from this number on are left out.
  Result<Window> window(const KeptSession& session, const WindowLimits& limits, std::uint64_t end_max);
  /// Removes the messages before the window's end from the rows and the session. Returns their bytes.
  Result<std::int64_t> drop(KeptSession& session, std::uint64_t end);
  /// The messages of a turn that wait, by the id of its chat item.
  struct Place {
    std::string session_id;
    std::uint64_t first = 0;  ///< the number of its first message
    std::uint64_t count = 0;
  };
  Result<std::optional<Place>> find(const Uuid& item);
  /// Removes the messages of one turn. Returns their bytes.
  Result<std::int64_t> drop_turn(KeptSession& session, const Place& place, const Uuid& item);

 private:
  Result<std::optional<Message>> read(const KeptSession& session, std::uint64_t number);
  Result<std::int64_t> erase(KeptSession& session, std::uint64_t number);
  Status set_first(KeptSession& session, std::uint64_t first);

  stage_api::PersonaContext& context_;
};

}  // namespace turnstream::consolidation
