#include "pipeline/runtime/task/barred_turns.h"

#include <set>

#include "pipeline/codec/erased_record.h"
#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/runtime/task/turn_window.h"

namespace turnstream::runtime {
namespace {

// Flags in one row of the persona. Only if kSomeErased is set does find() read the row of the turn id, and only if
// kSomePast is set those of the times: for a persona without the flag these rows do not exist.
constexpr unsigned kBlocked = 1;
constexpr unsigned kSomeErased = 2;
constexpr unsigned kSomePast = 4;

std::string erased_key(std::string_view persona, std::string_view turn_id) {
  return persona_key('e', persona, codec::turn_hash_of(turn_id));
}

std::string past_key(std::string_view persona, std::optional<std::string_view> session_id) {
  return persona_key('f', persona, session_id ? codec::turn_hash_of(*session_id) : std::string());
}

}  // namespace

std::optional<model::CompletionError> bar_error(std::string_view code) {
  if (code == error_codes::kErased) {
    return model::CompletionError{std::string(code), "This turn was forgotten and is not taken again.", "/turn_id"};
  }
  if (code == error_codes::kBlocked) {
    return model::CompletionError{
        std::string(code), "This persona was forgotten and takes no turns: unforget it with all:true first.", {}};
  }
  return std::nullopt;
}

Result<std::optional<model::CompletionError>> BarredTurns::find(std::string_view persona, const TurnRef& turn) {
  TS_ASSIGN_OR_RETURN(const unsigned flags, flags_of(persona));
  if ((flags & kSomeErased) != 0) {
    TS_ASSIGN_OR_RETURN(const auto erased, state_.get(erased_key(persona, turn.turn_id)));
    if (erased) {
      return bar_error(error_codes::kErased);
    }
  }
  if ((flags & kSomePast) != 0) {
    TS_ASSIGN_OR_RETURN(const bool in_persona, is_past(persona, std::nullopt, turn.timestamp_ms));
    TS_ASSIGN_OR_RETURN(const bool in_session, is_past(persona, turn.session_id, turn.timestamp_ms));
    if (in_persona || in_session) {
      return bar_error(error_codes::kErased);
    }
  }
  return (flags & kBlocked) != 0 ? bar_error(error_codes::kBlocked) : std::optional<model::CompletionError>();
}

Status BarredTurns::forget(std::string_view persona, std::string_view turn_id) {
  TS_RETURN_IF_ERROR(forget_hash(persona, codec::turn_hash_of(turn_id)));
  TS_RETURN_IF_ERROR(TurnWindow(state_, kAdmittedTurns).remove(persona, turn_id));
  return TurnWindow(state_, kRedrivenTurns).remove(persona, turn_id);
}

Status BarredTurns::forget_hash(std::string_view persona, std::string_view turn_hash) {
  TS_ASSIGN_OR_RETURN(const unsigned flags, flags_of(persona));
  state_.put(persona_key('e', persona, turn_hash), "1");
  store_flags(persona, flags | kSomeErased);
  return {};
}

Status BarredTurns::forget_recent(std::string_view persona, std::optional<std::string_view> session_id,
                                  const std::function<bool(std::string_view)>& matches) {
  const std::optional<std::uint64_t> session =
      session_id ? std::optional(session_hash(*session_id)) : std::optional<std::uint64_t>();
  std::set<std::string> named;
  for (const auto& rows : {kAdmittedTurns, kRedrivenTurns}) {
    TS_RETURN_IF_ERROR(
        TurnWindow(state_, rows).for_each(persona, [&](std::string_view turn_id, std::uint64_t of_session) {
          if (session == of_session || matches(turn_id)) {
            named.emplace(turn_id);
          }
        }));
  }
  for (const auto& turn_id : named) {
    TS_RETURN_IF_ERROR(forget(persona, turn_id));
  }
  return {};
}

Status BarredTurns::forget_until(std::string_view persona, std::optional<std::string_view> session_id, LogTime until) {
  TS_ASSIGN_OR_RETURN(const unsigned flags, flags_of(persona));
  TS_ASSIGN_OR_RETURN(const bool known, is_past(persona, session_id, until.value()));
  if (!known) {
    std::string row;
    append_big_endian(row, static_cast<std::uint64_t>(until.value()));
    state_.put(past_key(persona, session_id), row);
    store_flags(persona, flags | kSomePast);
  }
  return {};
}

Result<bool> BarredTurns::is_past(std::string_view persona, std::optional<std::string_view> session_id,
                                  std::int64_t timestamp_ms) {
  TS_ASSIGN_OR_RETURN(const auto row, state_.get(past_key(persona, session_id)));
  return row && row->size() == sizeof timestamp_ms && timestamp_ms <= static_cast<std::int64_t>(read_big_endian(*row));
}

Status BarredTurns::set_blocked(std::string_view persona, bool blocked) {
  TS_ASSIGN_OR_RETURN(const unsigned flags, flags_of(persona));
  store_flags(persona, blocked ? flags | kBlocked : flags & ~kBlocked);
  return {};
}

Result<unsigned> BarredTurns::flags_of(std::string_view persona) {
  TS_ASSIGN_OR_RETURN(const auto row, state_.get(persona_key('b', persona)));
  return row && !row->empty() ? static_cast<unsigned char>(row->front()) : 0U;
}

void BarredTurns::store_flags(std::string_view persona, unsigned flags) {
  const auto key = persona_key('b', persona);
  if (flags == 0) {
    state_.erase(key);
  } else {
    state_.put(key, std::string(1, static_cast<char>(flags)));
  }
}

}  // namespace turnstream::runtime
