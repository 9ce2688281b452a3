#include "pipeline/runtime/task/turn_window.h"

#include "pipeline/base/hash64.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::runtime {
namespace {

constexpr std::size_t kNumberBytes = 8;
/// The value of a turn's row: content hash, log offset, slot.
constexpr std::size_t kTurnRowBytes = 3 * kNumberBytes;

std::uint64_t number_at(std::string_view row, std::size_t index) {
  return read_big_endian(row.substr(index * kNumberBytes));
}

}  // namespace

std::uint64_t session_hash(std::string_view session_id) {
  return hash64(session_id);
}

std::string TurnWindow::slot_key(std::string_view persona, std::uint64_t slot) const {
  std::string rest;
  append_big_endian(rest, slot);
  return persona_key(rows_.slot, persona, rest);
}

Result<std::optional<SeenTurn>> TurnWindow::find(std::string_view persona, std::string_view turn_id) {
  TS_ASSIGN_OR_RETURN(const auto row, state_.get(persona_key(rows_.turn, persona, turn_id)));
  if (!row || row->size() != kTurnRowBytes) {
    return std::optional<SeenTurn>();
  }
  return std::optional<SeenTurn>({number_at(*row, 0), Offset{static_cast<std::int64_t>(number_at(*row, 1))}, 0});
}

Status TurnWindow::add(std::string_view persona, std::string_view turn_id, const SeenTurn& turn) {
  const auto head_key = persona_key(rows_.head, persona);
  TS_ASSIGN_OR_RETURN(const auto head_row, state_.get(head_key));
  const std::uint64_t added = head_row ? read_big_endian(*head_row) : 0;
  // Turn number n takes slot n modulo the bound and replaces the turn of that slot.
  const std::uint64_t slot = added % kTurnWindowTurnsMax;
  const auto place = slot_key(persona, slot);
  if (added >= kTurnWindowTurnsMax) {
    TS_ASSIGN_OR_RETURN(const auto displaced, state_.get(place));
    if (displaced && displaced->size() > kNumberBytes) {
      state_.erase(persona_key(rows_.turn, persona, displaced->substr(kNumberBytes)));
    }
  }
  std::string row;
  append_big_endian(row, turn.content_hash);
  append_big_endian(row, static_cast<std::uint64_t>(turn.offset.value()));
  append_big_endian(row, slot);
  state_.put(persona_key(rows_.turn, persona, turn_id), row);
  std::string occupant;
  append_big_endian(occupant, turn.session);
  occupant.append(turn_id);
  state_.put(place, occupant);
  std::string head;
  append_big_endian(head, added + 1);
  state_.put(head_key, head);
  return {};
}

Status TurnWindow::remove(std::string_view persona, std::string_view turn_id) {
  const auto key = persona_key(rows_.turn, persona, turn_id);
  TS_ASSIGN_OR_RETURN(const auto row, state_.get(key));
  if (row && row->size() == kTurnRowBytes) {
    state_.erase(slot_key(persona, number_at(*row, 2)));
    state_.erase(key);
  }
  return {};
}

Status TurnWindow::for_each(std::string_view persona,
                            const std::function<void(std::string_view, std::uint64_t)>& visit) {
  TS_ASSIGN_OR_RETURN(const auto head_row, state_.get(persona_key(rows_.head, persona)));
  const std::uint64_t added = head_row ? read_big_endian(*head_row) : 0;
  for (std::uint64_t n = added > kTurnWindowTurnsMax ? added - kTurnWindowTurnsMax : 0; n < added; ++n) {
    TS_ASSIGN_OR_RETURN(const auto occupant, state_.get(slot_key(persona, n % kTurnWindowTurnsMax)));
    if (occupant && occupant->size() > kNumberBytes) {
      visit(occupant->substr(kNumberBytes), number_at(*occupant, 0));
    }
  }
  return {};
}

}  // namespace turnstream::runtime
