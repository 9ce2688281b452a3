#include "stages/consolidation/sessions/message_store.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "message/";
/// What the key adds to the bytes of a row, and what the store does.
constexpr std::int64_t kRowBytes = 128;

evidence::RowKey key_of(const KeptSession& session, std::uint64_t first) {
  return evidence::row_key(kPrefix, session.number).append_number(first);
}

std::int64_t bytes_of(std::string_view row) {
  return static_cast<std::int64_t>(row.size()) + kRowBytes;
}

}  // namespace

std::int64_t MessageStore::append(KeptSession& session, const std::vector<Message>& messages) {
  const std::string row = encode(messages);
  context_.state().put(key_of(session, session.next), row);
  if (!session.shown.dirty()) {
    session.shown.dirty_since = messages.front().heard_at;
  }
  session.next += messages.size();
  session.shown.messages_waiting += static_cast<std::int64_t>(messages.size());
  return bytes_of(row);
}

Result<std::optional<MessageStore::Row>> MessageStore::row_at(const KeptSession& session, std::uint64_t first) {
  TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(key_of(session, first)));
  if (!bytes.has_value()) {
    return std::optional<Row>();
  }
  TS_ASSIGN_OR_RETURN(const TurnHead head, decode_turn_head(*bytes));
  return std::optional(Row{first, first + head.messages, *bytes});
}

Result<std::optional<MessageStore::Row>> MessageStore::row_with(const KeptSession& session, std::uint64_t number) {
  TS_ASSIGN_OR_RETURN(std::optional<Row> row, row_at(session, number));
  if (row.has_value() || number == 0) {
    return row;
  }
  TS_ASSIGN_OR_RETURN(row, row_at(session, number - 1));
  return row.has_value() && row->end > number ? row : std::optional<Row>();
}

Result<Window> MessageStore::window(const KeptSession& session, const WindowLimits& limits, std::uint64_t end_max) {
  Window window;
  window.end = session.first;
  std::size_t code_points = 0;
  const std::uint64_t end = std::min(session.next, end_max);
  for (std::uint64_t number = session.first; number < end;) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> row, row_with(session, number));
    if (!row.has_value()) {
      ++number;  // forgotten
      continue;
    }
    TS_ASSIGN_OR_RETURN(std::vector<Message> messages, decode_messages(row->bytes));
    for (; number < std::min(row->end, end); ++number) {
      Message& message = messages[number - row->first];
      code_points += count_code_points(message.text);
      const bool is_full = window.messages.size() == limits.messages_max || code_points > limits.code_points_max;
      if (is_full && !window.messages.empty()) {
        return window;
      }
      window.messages.push_back(std::move(message));
      window.end = number + 1;
    }
  }
  return window;
}

/// The first waiting message from `first` on, and since when it waits.
Status MessageStore::set_first(KeptSession& session, std::uint64_t first) {
  session.first = first;
  session.shown.dirty_since.reset();
  for (; session.shown.dirty() && session.first < session.next; ++session.first) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> row, row_with(session, session.first));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(const TurnHead head, decode_turn_head(row->bytes));
      session.shown.dirty_since = head.heard_at;
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
  for (std::uint64_t number = session.first; number < end;) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> row, row_with(session, number));
    if (!row.has_value()) {
      ++number;  // forgotten
      continue;
    }
    const std::uint64_t dropped = std::min(row->end, end);
    session.shown.messages_waiting -= static_cast<std::int64_t>(dropped - number);
    number = dropped;
    if (row->end <= end) {
      bytes += bytes_of(row->bytes);
      context_.state().erase(key_of(session, row->first));
    }
  }
  TS_RETURN_IF_ERROR(set_first(session, end));
  return bytes;
}

Result<std::vector<MessageStore::Waiting>> MessageStore::waiting(const KeptSession& session) {
  std::vector<Waiting> turns;
  for (std::uint64_t number = session.first; number < session.next;) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> row, row_with(session, number));
    if (!row.has_value()) {
      ++number;  // forgotten
      continue;
    }
    TS_ASSIGN_OR_RETURN(const TurnHead head, decode_turn_head(row->bytes));
    turns.push_back({std::string(head.turn_id), row->first});
    number = row->end;
  }
  return turns;
}

Result<std::int64_t> MessageStore::drop_turn(KeptSession& session, std::uint64_t first) {
  TS_ASSIGN_OR_RETURN(const std::optional<Row> row, row_at(session, first));
  if (!row.has_value()) {
    return std::int64_t{0};
  }
  session.shown.messages_waiting -= static_cast<std::int64_t>(row->end - std::max(first, session.first));
  const std::int64_t bytes = bytes_of(row->bytes);
  context_.state().erase(key_of(session, first));
  TS_RETURN_IF_ERROR(set_first(session, session.first));
  return bytes;
}

}  // namespace turnstream::consolidation
