#include "pipeline/codec/named_turn.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "pipeline/json/tape.h"

namespace turnstream::codec {
namespace {

std::string_view text_of(const json::Tape& tape, std::string_view name) {
  for (json::NodeIndex i = json::Tape::first_child(json::Tape::kRoot); i != tape.node(json::Tape::kRoot).end;
       i = tape.node(i).end) {
    if (tape.node(i).key == name && tape.node(i).kind == json::Kind::kString) {
      return tape.node(i).text;
    }
  }
  return {};
}

bool is_plain(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

}  // namespace

NamedTurn read_named_turn(std::string_view bytes) {
  json::Tape tape;
  if (!tape.read(bytes, json::kTurnBytesMax).ok() || tape.repeated_name_in() == json::Tape::kRoot) {
    return {};
  }
  NamedTurn named;
  named.agent_id = first_code_points(text_of(tape, "agent_id"), kAgentIdCodePointsMax);
  if (const std::string_view turn_id = text_of(tape, "turn_id");
      turn_id.size() <= kNamedTurnIdBytesMax && is_plain(turn_id)) {
    named.turn_id = turn_id;
  }
  return named;
}

}  // namespace turnstream::codec
