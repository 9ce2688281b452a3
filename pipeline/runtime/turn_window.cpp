#include "pipeline/runtime/turn_window.h"

#include "pipeline/runtime/state_keys.h"

namespace turnstream::runtime {
namespace {

std::string slot_key(std::string_view persona, std::uint64_t slot) {
  std::string rest;
  append_big_endian(rest, slot);
  return persona_key('q', persona, rest);
}

}  // namespace

Result<std::optional<SeenTurn>> TurnWindow::find(std::string_view persona, std::string_view turn_id) {
  TS_ASSIGN_OR_RETURN(const auto row, state_.get(persona_key('w', persona, turn_id)));
  if (!row || row->size() != 16) {
    return std::optional<SeenTurn>();
  }
  return std::optional<SeenTurn>(
      {read_big_endian(*row), Offset{static_cast<std::int64_t>(read_big_endian(row->substr(8)))}});
}

Status TurnWindow::add(std::string_view persona, std::string_view turn_id, const SeenTurn& turn) {
  const auto head_key = persona_key('h', persona);
  TS_ASSIGN_OR_RETURN(const auto head_row, state_.get(head_key));
  const std::uint64_t added = head_row ? read_big_endian(*head_row) : 0;
  // A ring of slots: turn number n stands in slot n mod the bound and displaces the turn that stood there.
  const auto slot = slot_key(persona, added % kTurnWindowTurnsMax);
  if (added >= kTurnWindowTurnsMax) {
    TS_ASSIGN_OR_RETURN(const auto displaced, state_.get(slot));
    if (displaced) {
      state_.erase(persona_key('w', persona, *displaced));
    }
  }
  std::string row;
  append_big_endian(row, turn.content_hash);
  append_big_endian(row, static_cast<std::uint64_t>(turn.offset.value()));
  state_.put(persona_key('w', persona, turn_id), row);
  state_.put(slot, turn_id);
  std::string head;
  append_big_endian(head, added + 1);
  state_.put(head_key, head);
  return {};
}

}  // namespace turnstream::runtime
