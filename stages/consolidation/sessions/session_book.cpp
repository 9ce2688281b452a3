#include "stages/consolidation/sessions/session_book.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/evidence/speakers.h"
#include "stages/consolidation/sessions/chat_item.h"
#include "stages/consolidation/sessions/session_order.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kDirtyPrefix = "~sd/";
constexpr std::string_view kCleanPrefix = "~sc/";
/// Dirty sessions that choose() looks at: those that have waited the longest, of those that are meant.
constexpr std::size_t kCandidatesMax = 128;
/// Sessions that one call of drop_old() drops.
constexpr std::size_t kDroppedMax = 64;
constexpr std::int64_t kSecondMs = 1000;

}  // namespace

SessionBook::SessionBook(const stage_api::Input& input, stage_api::PersonaContext& context,
                         const SessionSettings& settings)
    : input_(input), context_(context), settings_(settings), table_(context), messages_(context) {}

SessionBook::Order SessionBook::order_of(const Uuid& key, const KeptSession& session) {
  const model::Session& shown = session.shown;
  return shown.dirty() ? ordered_key(kDirtyPrefix, *shown.dirty_since, key)
                       : ordered_key(kCleanPrefix, shown.last_message_at, key);
}

void SessionBook::place(const Uuid& key, const KeptSession& session, int by) {
  if (by > 0) {
    context_.state().put(order_of(key, session), "");
  } else {
    context_.state().erase(order_of(key, session));
  }
  (session.shown.dirty() ? table_.head.dirty : table_.head.clean) += by;
}

template <typename Edit>
Status SessionBook::change(const Uuid& key, Edit edit) {
  TS_ASSIGN_OR_RETURN(KeptSession * session, table_.find(key));
  if (session == nullptr) {
    return evidence::bad_state("The row of a session that an order names is missing.");
  }
  const KeptSession before = *session;
  TS_RETURN_IF_ERROR(edit(*session));
  if (session->gone) {
    place(key, before, -1);
  } else if (order_of(key, before) != order_of(key, *session)) {
    place(key, before, -1);
    place(key, *session, 1);
  }
  return {};
}

std::vector<Message> SessionBook::messages_of(const model::StateExport& turn, const Speech& speech) const {
  const evidence::Speakers speakers = evidence::speakers_of(turn);
  const auto limit = static_cast<std::size_t>(settings_.flush_window_code_points_max);
  std::vector<Message> messages;
  for (const auto& [side, speaker, text] :
       {std::tuple(Side::kUser, speakers.user, turn.turn_data.user_input),
        std::tuple(Side::kAssistant, speakers.agent, turn.turn_data.assistant_response)}) {
    if (!text.empty()) {
      const std::string_view kept = first_code_points(text, limit);
      messages.push_back({std::string(turn.turn_id), side, std::string(speaker), std::string(kept), turn.timestamp,
                          input_.log_time,
                          kept_units(speech.messages()[messages.size()], kept, speech.messages_counted())});
      messages.back().user_id = side == Side::kUser ? turn.user_id.value_or(std::string_view()) : std::string_view();
    }
  }
  return messages;
}

Status SessionBook::hear(const Uuid& key, const model::StateExport& turn, const Speech& speech) {
  TS_ASSIGN_OR_RETURN(const KeptSession* known, table_.find(key));
  if (known == nullptr) {
    KeptSession session;
    session.shown.id = std::string(turn.session_id);
    session.shown.persona_id = std::string(context_.persona());
    session.shown.last_message_at = input_.log_time;
    session.number = table_.head.next_number++;
    place(key, *table_.add(key, std::move(session)), 1);
  }
  return change(key, [&](KeptSession& session) {
    model::Session& shown = session.shown;
    shown.room_id = turn.room_id.has_value() ? std::optional<std::string>(*turn.room_id) : shown.room_id;
    shown.thread_id = turn.thread_id.has_value() ? std::optional<std::string>(*turn.thread_id) : shown.thread_id;
    shown.updated_at = input_.log_time;
    shown.last_message_at = input_.log_time;
    table_.head.waiting_bytes += messages_.append(session, messages_of(turn, speech));
    return Status();
  });
}

Result<std::optional<Uuid>> SessionBook::oldest_dirty() {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> keys, first_sessions(context_.state(), kDirtyPrefix, 1));
  return keys.empty() ? std::optional<Uuid>() : std::optional(keys.front());
}

Result<LogTime> SessionBook::oldest_clean() {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> keys, first_sessions(context_.state(), kCleanPrefix, 1));
  if (keys.empty()) {
    return evidence::bad_state("Sessions without waiting messages are counted, but there is none.");
  }
  TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, table_.snapshot(keys.front()));
  return session.has_value() ? Result<LogTime>(session->shown.last_message_at)
                             : evidence::bad_state("The row of a session that an order names is missing.");
}

bool SessionBook::is_overdue(const KeptSession& session) const {
  return input_.now.value() - session.shown.dirty_since->value() >= settings_.flush_overdue_s * kSecondMs;
}

Result<std::vector<Uuid>> SessionBook::choose(const Choice& choice, std::size_t limit) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> keys,
                      first_sessions(context_.state(), kDirtyPrefix, kCandidatesMax, choice.all_since));
  const std::size_t not_forward = choice.forward.size() + 1;
  using Rank = std::tuple<std::size_t, LogTime, std::string, Uuid>;  ///< place of those moved forward, dirty_since, id
  std::set<Rank> ranks;
  keys.insert(keys.end(), choice.forward.begin(), choice.forward.end());
  for (const Uuid& key : keys) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, table_.snapshot(key));
    if (!session.has_value() || !session->shown.dirty() || key == choice.in_flight ||
        (choice.all_since.has_value() && *session->shown.dirty_since < *choice.all_since)) {
      continue;
    }
    const bool overdue = is_overdue(*session);
    const std::int64_t idle_ms = input_.now.value() - session->shown.last_message_at.value();
    if (choice.only_due && !overdue && idle_ms < settings_.flush_idle_s * kSecondMs) {
      continue;
    }
    const auto found = std::find(choice.forward.begin(), choice.forward.end(), key);
    const std::size_t place =
        found == choice.forward.end() ? not_forward : static_cast<std::size_t>(found - choice.forward.begin()) + 1;
    ranks.emplace(overdue ? 0 : place, *session->shown.dirty_since, session->shown.id, key);
  }
  std::vector<Uuid> chosen;
  for (auto rank = ranks.begin(); rank != ranks.end() && chosen.size() < limit; ++rank) {
    chosen.push_back(std::get<Uuid>(*rank));
  }
  return chosen;
}

Result<Window> SessionBook::window(const KeptSession& session, std::uint64_t end_max) {
  const WindowLimits limits{static_cast<std::size_t>(settings_.flush_window_messages_max),
                            static_cast<std::size_t>(settings_.flush_window_code_points_max)};
  return messages_.window(session, limits, end_max);
}

Status SessionBook::advance(const Uuid& key, const Window& window, std::int64_t lines) {
  return change(key, [&](KeptSession& session) -> Status {
    model::Session& shown = session.shown;
    shown.cursor = cursor_of(window.messages.back());
    shown.updated_at = input_.log_time;
    shown.flushed_at = input_.log_time;
    shown.flush_attempts = 0;
    session.flushed += static_cast<std::int64_t>(window.messages.size());
    session.lines += lines;
    TS_ASSIGN_OR_RETURN(const std::int64_t bytes, messages_.drop(session, window.end));
    table_.head.waiting_bytes -= bytes;
    return {};
  });
}

Result<std::int64_t> SessionBook::count_attempt(const Uuid& key) {
  std::int64_t attempts = 0;
  TS_RETURN_IF_ERROR(change(key, [&](KeptSession& session) {
    session.shown.updated_at = input_.log_time;
    attempts = ++session.shown.flush_attempts;
    return Status();
  }));
  return attempts;
}

Status SessionBook::leave(const Uuid& key) {
  return change(key, [](KeptSession& session) {
    session.gone = true;
    return Status();
  });
}

Status SessionBook::drop_old() {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> oldest, first_sessions(context_.state(), kCleanPrefix, kDroppedMax));
  for (const Uuid& key : oldest) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, table_.snapshot(key));
    const bool is_old = session.has_value() && input_.now.value() - session->shown.last_message_at.value() >=
                                                   settings_.session_keep_s * kSecondMs;
    if (!is_old) {
      break;
    }
    TS_RETURN_IF_ERROR(leave(key));
  }
  return {};
}

Status SessionBook::drop_excess() {
  const std::int64_t excess = table_.head.clean - settings_.sessions_max;
  if (excess <= 0) {
    return {};
  }
  const std::size_t limit = std::min(static_cast<std::size_t>(excess), kDroppedMax);
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> oldest, first_sessions(context_.state(), kCleanPrefix, limit));
  for (const Uuid& key : oldest) {
    TS_RETURN_IF_ERROR(leave(key));
  }
  return {};
}

Status SessionBook::forget_session(const Uuid& key, Removed& removed) {
  TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> known, table_.snapshot(key));
  if (!known.has_value()) {
    return {};
  }
  removed.sessions.insert(key);
  return change(key, [&](KeptSession& session) -> Status {
    TS_ASSIGN_OR_RETURN(const std::int64_t bytes, messages_.drop(session, session.next));
    table_.head.waiting_bytes -= bytes;
    session.gone = true;
    return {};
  });
}

Result<SessionBook::WaitingTurns> SessionBook::waiting_turns() {
  WaitingTurns turns;
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> keys,
                      first_sessions(context_.state(), kDirtyPrefix, std::numeric_limits<std::size_t>::max()));
  for (const Uuid& key : keys) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, table_.snapshot(key));
    if (!session.has_value()) {
      return evidence::bad_state("The row of a session that an order names is missing.");
    }
    TS_ASSIGN_OR_RETURN(const std::vector<MessageStore::Waiting> waiting, messages_.waiting(*session));
    for (const MessageStore::Waiting& turn : waiting) {
      turns.emplace(turn.turn_id, WaitingTurn(key, turn.first));
      turns.emplace(to_string(chat_item_of(context_.persona(), turn.turn_id)), WaitingTurn(key, turn.first));
    }
  }
  return turns;
}

Status SessionBook::forget_turn(const WaitingTurn& turn, Removed& removed) {
  const auto& [key, first] = turn;
  removed.sessions.insert(key);
  removed.messages.push_back(turn);
  return change(key, [&, number = first](KeptSession& session) -> Status {
    TS_ASSIGN_OR_RETURN(const std::int64_t bytes, messages_.drop_turn(session, number));
    table_.head.waiting_bytes -= bytes;
    session.shown.updated_at = input_.log_time;
    session.gone = !session.shown.dirty() && !session.shown.cursor.has_value();
    return {};
  });
}

Status SessionBook::forget_all(Removed& removed) {
  for (const std::string_view prefix : {kDirtyPrefix, kCleanPrefix}) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> keys,
                        first_sessions(context_.state(), prefix, std::numeric_limits<std::size_t>::max()));
    for (const Uuid& key : keys) {
      TS_RETURN_IF_ERROR(forget_session(key, removed));
    }
  }
  table_.head.next_number = 0;
  return {};
}

Result<SessionBook::Removed> SessionBook::forget(const Forgetting& forgetting) {
  Removed removed;
  if (forgetting.args().all) {
    TS_RETURN_IF_ERROR(forget_all(removed));
    return removed;
  }
  if (forgetting.args().session_id.has_value()) {
    TS_RETURN_IF_ERROR(forget_session(session_key(*forgetting.args().session_id), removed));
  }
  TS_ASSIGN_OR_RETURN(const WaitingTurns turns,
                      forgetting.ids().empty() ? Result<WaitingTurns>(WaitingTurns()) : waiting_turns());
  std::set<WaitingTurn> gone;  // A command can name a turn and its item.
  for (const std::string& id : forgetting.ids()) {
    const auto [begin, end] = turns.equal_range(id);
    for (auto turn = begin; turn != end; ++turn) {
      TS_RETURN_IF_ERROR(gone.insert(turn->second).second ? forget_turn(turn->second, removed) : Status());
    }
  }
  return removed;
}

Status SessionBook::finish() {
  TS_RETURN_IF_ERROR(drop_excess());
  return table_.finish();
}

}  // namespace turnstream::consolidation
