#pragma once
// read_named_turn: whose turn, and which, a record says it is that intake refuses for a rule of the schema: for the
// dead letter's headers, by which people look for what became of a turn. Nothing of it has been checked. Threads: any.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::codec {

/// Persona ids are part of every key in every store.
inline constexpr std::size_t kAgentIdCodePointsMax = 512;

struct NamedTurn {
  std::string agent_id;  ///< at most kAgentIdCodePointsMax code points
  std::string turn_id;   ///< at most kNamedTurnIdBytesMax, without control characters
};

inline constexpr std::size_t kNamedTurnIdBytesMax = 128;

/// Empty what is missing, no text, said twice, or longer; all of it where the bytes are no JSON object.
NamedTurn read_named_turn(std::string_view bytes);

}  // namespace turnstream::codec
