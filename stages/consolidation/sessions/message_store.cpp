#include "stages/consolidation/sessions/message_store.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/sessions/chat_item.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "message/";
constexpr std::string_view kPlacePrefix = "message_of/";
constexpr std::uint8_t kFormat = 1;
/// What the keys and a share of the row that finds the turn add to the bytes of a message.
constexpr std::int64_t kRowBytes = 128;
constexpr std::uint64_t kSidesMax = 2;

evidence::RowKey key_of(const KeptSession& session, std::uint64_t number) {
  return evidence::row_key(kPrefix, session.number).append_number(number);
}

std::string encode(const MessageStore::Place& place) {
  std::string row;
  ByteWriter(row).u8(kFormat).text(place.session_id).varint(place.first).varint(place.count);
  return row;
}

}  // namespace

std::int64_t MessageStore::append(KeptSession& session, const Uuid& item, const std::vector<Message>& messages) {
  std::int64_t bytes = 0;
  context_.state().put(evidence::row_key(kPlacePrefix, item),
                       encode({session.shown.id, session.next, messages.size()}));
  for (const Message& message : messages) {
    const std::string row = encode(message);
    context_.state().put(key_of(session, session.next++), row);
    bytes += static_cast<std::int64_t>(row.size()) + kRowBytes;
    if (!session.shown.dirty()) {
      session.shown.dirty_since = message.heard_at;
    }
    ++session.shown.messages_waiting;
  }
  return bytes;
}

Result<std::optional<Message>> MessageStore::read(const KeptSession& session, std::uint64_t number) {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key_of(session, number)));
  if (!row.has_value()) {
    return std::optional<Message>();
  }
  TS_ASSIGN_OR_RETURN(Message message, decode_message(*row));
  return std::optional(std::move(message));
}

Result<Window> MessageStore::window(const KeptSession& session, const WindowLimits& limits, std::uint64_t end_max) {
  Window window;
  window.end = session.first;
  std::size_t code_points = 0;
  for (std::uint64_t number = session.first; number < std::min(session.next, end_max); ++number) {
    TS_ASSIGN_OR_RETURN(std::optional<Message> message, read(session, number));
    if (!message.has_value()) {
      continue;  // forgotten
    }
    code_points += count_code_points(message->text);
    const bool is_full = window.messages.size() == limits.messages_max || code_points > limits.code_points_max;
    if (is_full && !window.messages.empty()) {
      break;
    }
    window.messages.push_back(*std::move(message));
    window.end = number + 1;
  }
  return window;
}

/// Erases one message; 0 if it is gone already.
Result<std::int64_t> MessageStore::erase(KeptSession& session, std::uint64_t number) {
  const evidence::RowKey key = key_of(session, number);
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key));
  if (!row.has_value()) {
    return std::int64_t{0};
  }
  const std::int64_t bytes = static_cast<std::int64_t>(row->size()) + kRowBytes;
  context_.state().erase(key);
  --session.shown.messages_waiting;
  return bytes;
}

/// The first waiting message from `first` on, and since when it waits.
Status MessageStore::set_first(KeptSession& session, std::uint64_t first) {
  session.first = first;
  session.shown.dirty_since.reset();
  for (; session.shown.dirty() && session.first < session.next; ++session.first) {
    TS_ASSIGN_OR_RETURN(const std::optional<Message> message, read(session, session.first));
    if (message.has_value()) {
      session.shown.dirty_since = message->heard_at;
      return {};
    }
  }
  if (session.shown.dirty()) {
    return evidence::bad_state("The messages that a session counts as waiting are missing.");
  }
  session.first = session.next;
  return {};
}

Result<std::int64_t> MessageStore::drop(KeptSession& session, std::uint64_t end) {
  std::int64_t bytes = 0;
  for (std::uint64_t number = session.first; number < end; ++number) {
    const evidence::RowKey key = key_of(session, number);
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key));
    if (!row.has_value()) {
      continue;  // forgotten
    }
    TS_ASSIGN_OR_RETURN(const std::optional<std::string_view> ended, turn_that_ends(*row));
    bytes += static_cast<std::int64_t>(row->size()) + kRowBytes;
    if (ended.has_value()) {
      context_.state().erase(evidence::row_key(kPlacePrefix, chat_item_of(context_.persona(), *ended)));
    }
    context_.state().erase(key);
    --session.shown.messages_waiting;
  }
  TS_RETURN_IF_ERROR(set_first(session, end));
  return bytes;
}

Result<std::optional<MessageStore::Place>> MessageStore::find(const Uuid& item) {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(evidence::row_key(kPlacePrefix, item)));
  if (!row.has_value()) {
    return std::optional<Place>();
  }
  ByteReader reader(*row);
  Place place;
  const bool known_format = reader.u8() == kFormat;
  place.session_id = std::string(reader.text());
  place.first = reader.varint();
  place.count = reader.varint();
  if (!known_format || !reader.done() || place.count > kSidesMax) {
    return evidence::bad_state("The row with the place of a turn's messages is damaged.");
  }
  return std::optional(std::move(place));
}

Result<std::int64_t> MessageStore::drop_turn(KeptSession& session, const Place& place, const Uuid& item) {
  std::int64_t bytes = 0;
  for (std::uint64_t number = place.first; number < place.first + place.count; ++number) {
    TS_ASSIGN_OR_RETURN(const std::int64_t erased, erase(session, number));
    bytes += erased;
  }
  context_.state().erase(evidence::row_key(kPlacePrefix, item));
  TS_RETURN_IF_ERROR(set_first(session, session.first));
  return bytes;
}

}  // namespace turnstream::consolidation
