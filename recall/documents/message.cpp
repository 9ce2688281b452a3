#include "recall/documents/message.h"

namespace turnstream::recall {
namespace {

constexpr std::string_view kImage = "[image: ";

struct SpokenText {
  std::string_view text;
  std::string_view caption;
};

std::string_view without_blanks_at_end(std::string_view text) {
  while (!text.empty() && text.back() == ' ') {
    text.remove_suffix(1);
  }
  return text;
}

SpokenText split_caption(std::string_view text) {
  const std::size_t begin = text.rfind(kImage);
  if (begin == std::string_view::npos || text.back() != ']' || (begin > 0 && text[begin - 1] != ' ')) {
    return {text, {}};
  }
  const std::string_view caption = text.substr(begin + kImage.size());
  return {without_blanks_at_end(text.substr(0, begin)), caption.substr(0, caption.size() - 1)};
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string text_or(const std::optional<std::string_view>& text, std::string_view otherwise) {
  return std::string(text && !text->empty() ? *text : otherwise);
}

}  // namespace

std::string message_id(std::string_view item_id, std::string_view turn_id, Side side, bool collapsed) {
  std::string id(item_id);
  if (collapsed) {
    id.append("@").append(turn_id);
  }
  return id + (side == Side::kUser ? "#user" : "#assistant");
}

std::vector<Message> messages_of(const model::StateExport& turn, Offset offset, const ChatItem& item,
                                 const TurnSource& source) {
  std::vector<Message> messages;
  const auto add = [&](Side side, std::string_view said, std::string speaker) {
    if (is_blank(said)) {
      return;
    }
    const SpokenText spoken = split_caption(said);
    Message& message = messages.emplace_back();
    message.offset = offset;
    message.side = side;
    message.id = message_id(item.id, turn.turn_id, side, item.collapsed);
    message.item_id = item.id;
    message.turn_id = turn.turn_id;
    message.speaker = std::move(speaker);
    message.place = {std::string(turn.session_id), std::string(turn.user_id.value_or("")),
                     std::string(turn.room_id.value_or("")), std::string(turn.task_id.value_or(""))};
    message.time = turn.timestamp;
    message.text = spoken.text;
    message.caption = spoken.caption;
    message.source = source;
  };
  add(Side::kUser, turn.turn_data.user_input, text_or(turn.user_name, text_or(turn.user_id, "user")));
  add(Side::kAssistant, turn.turn_data.assistant_response, text_or(turn.agent_name, "assistant"));
  return messages;
}

}  // namespace turnstream::recall
