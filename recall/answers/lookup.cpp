#include "recall/answers/lookup.h"

#include <vector>

#include "pipeline/codec/message_id.h"

namespace turnstream::recall {

Result<std::optional<Found>> find_memory(const PersonaMemory& memory, const std::string& id) {
  const PersonaIndex& index = memory.index();
  for (const auto& [kind, name] : kKinds) {
    if (const auto document = index.find_document(kind, id)) {
      return std::optional(Found{.document = *document});
    }
  }
  // A message, or a chat item: its first message that has the id.
  const auto item = index.find_item(codec::item_of(id));
  std::vector<MessageNumber> messages = item ? index.item(*item).links.messages : std::vector<MessageNumber>();
  if (item) {
    messages.insert(messages.end(), index.item(*item).named.begin(), index.item(*item).named.end());
  }
  for (const MessageNumber number : messages) {
    TS_ASSIGN_OR_RETURN(const Message message, memory.message(number));
    if (message.id == id || message.item_id == id || item_now(message) == id) {
      return std::optional(Found{.message = number});
    }
  }
  return std::optional<Found>();
}

Result<std::string> text_of(const PersonaMemory& memory, const Found& found) {
  if (found.message) {
    TS_ASSIGN_OR_RETURN(const Message message, memory.message(*found.message));
    return message.caption.empty() ? message.text : message.text + " " + message.caption;
  }
  const DocumentEntry& entry = memory.index().document(found.document);
  TS_ASSIGN_OR_RETURN(const std::optional<Document> document, memory.document(entry.kind, entry.id));
  return document ? indexed_text(*document) : std::string();
}

}  // namespace turnstream::recall
