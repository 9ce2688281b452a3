#include "stages/consolidation/sessions/flush_event.h"

#include <algorithm>

#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/sessions/chat_item.h"

namespace turnstream::consolidation {

std::vector<model::Source> sources_of(const Window& window, std::string_view persona, std::string_view session_id) {
  std::vector<model::Source> sources;
  for (const Message& message : window.messages) {
    if (!sources.empty() && sources.back().turn_id == message.turn_id) {
      continue;
    }
    const model::Source source{to_string(chat_item_of(persona, message.turn_id)), message.turn_id,
                               std::string(session_id)};
    if (std::find(sources.begin(), sources.end(), source) == sources.end()) {
      sources.push_back(source);
    }
  }
  return sources;
}

std::string text_of(const Window& window) {
  std::string text;
  for (const Message& message : window.messages) {
    text.append(line_of(message, message.text)).append("\n");
  }
  return text;
}

void announce_flush(const stage_api::Input& input, stage_api::PersonaContext& context, const model::Session& session,
                    const Window& window, const std::vector<WindowLine>& lines) {
  const auto [first, last] =
      std::minmax_element(window.messages.begin(), window.messages.end(),
                          [](const Message& one, const Message& other) { return one.at < other.at; });
  std::string entry;
  for (const WindowLine& line : lines) {
    entry.append(entry.empty() ? "" : "\n").append(line.text);
  }
  announce_consolidation(input, context, "flush", [&, from = first->at, to = last->at](json::Writer& json) {
    json.string("session_id", session.id).string_or_null("room_id", session.room_id);
    json.string_or_null("thread_id", session.thread_id).time("from", from.value()).time("to", to.value());
    json.integer("messages", static_cast<std::int64_t>(window.messages.size()));
    json.string_or_null("entry", lines.empty() ? std::nullopt : std::optional(entry));
  });
}

}  // namespace turnstream::consolidation
