#pragma once
// read_named_turn: finds the persona and the turn id in a turn that breaks a rule of the schema. They become headers of
// its dead letter, so that users can find the dead letter of a missing turn. The values may break rules of the schema.
// Threads: any.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::codec {

/// Persona ids are part of most keys in the stores, so their length is limited.
inline constexpr std::size_t kAgentIdCodePointsMax = 512;

struct NamedTurn {
  std::string agent_id;  ///< the persona, cut to kAgentIdCodePointsMax code points
  std::string turn_id;   ///< at most kNamedTurnIdBytesMax bytes, none of them an ASCII control character
};

inline constexpr std::size_t kNamedTurnIdBytesMax = 128;

/// A field is empty if it is missing or not a string, and turn_id also if it breaks its limits. Both are empty if
/// Tape::read() refuses the bytes, or if the top level, but no nested object, has two members of the same name.
NamedTurn read_named_turn(std::string_view bytes);

}  // namespace turnstream::codec
