#pragma once
// Message: one side of a turn, what the user or the assistant said. messages_of() makes those of a turn. Its text is that of
// the turn, not of the item, which may be cut and which leaves the ring. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/state_export.h"
#include "recall/documents/document.h"

namespace turnstream::recall {

enum class Side : std::uint8_t { kUser = 0, kAssistant = 1 };

/// The record with the turn that intake read.
struct TurnSource {
  std::string topic;
  Partition partition;
  Offset offset;

  friend auto operator<=>(const TurnSource&, const TurnSource&) = default;
  friend bool operator==(const TurnSource&, const TurnSource&) = default;
};

struct Message {
  Offset offset;  ///< of the turn in the log
  Side side = Side::kUser;
  std::string id;           ///< see message_id()
  std::string item_id;      ///< the chat item that says the same; of the id
  std::string merged_into;  ///< the item into which that was merged; empty: it was not
  Offset merged_at;         ///< the record at which it was merged
  std::string turn_id;
  std::string speaker;
  Place place;
  EventTime time;
  std::string text;     ///< without the caption
  std::string caption;  ///< of an image; empty without
  TurnSource source;

  friend bool operator==(const Message&, const Message&) = default;
};

/// The item that stands for the message now.
[[nodiscard]] inline const std::string& item_now(const Message& message) {
  return message.merged_into.empty() ? message.item_id : message.merged_into;
}

/// The order of messages in the log: the user's side of a turn, then the assistant's.
[[nodiscard]] inline std::uint64_t position_of(Offset offset, Side side) {
  return static_cast<std::uint64_t>(offset.value()) * 2 + static_cast<std::uint64_t>(side);
}

/// "<item>#user", "<item>#assistant". If the turn collapsed into an item of another turn: "<item>@<turn>#user".
[[nodiscard]] std::string message_id(std::string_view item_id, std::string_view turn_id, Side side, bool collapsed);

/// The chat item of a turn.
struct ChatItem {
  std::string id;
  bool collapsed = false;  ///< another turn made it
};

/// The sides of the turn that say something, with secrets masked already. The caption of an image is the last
/// " [image: …]" at the end of a text. Speaker: user_name, else user_id, else "user"; agent_name, else "assistant".
[[nodiscard]] std::vector<Message> messages_of(const model::StateExport& turn, Offset offset, const ChatItem& item,
                                               const TurnSource& source);

/// The member of a turn in which the text of this side stands, as a JSON pointer.
[[nodiscard]] constexpr std::string_view pointer_of(Side side) {
  return side == Side::kUser ? "/turn_data/user_input" : "/turn_data/assistant_response";
}

}  // namespace turnstream::recall
