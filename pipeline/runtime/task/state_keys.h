#pragma once
// The keys of the rows of a stage's table in one partition. The first byte of a key is the kind of the row. Persona ids
// are escaped (byte 0 becomes 0 255, the end is 0 1), so that keys of different personas never collide and keep the
// order of the ids.
//   kind   rest of the key -> value
//   \0     bookkeeping (position, version, log, checkpoint, forgotten, purged); not part of a state digest
//   c      -> the memory settings in force
//   n      -> the largest log_time so far
//   o      -> a log_time: timers due up to it may still have to fire (TimerFiring::fire_due())
//   p      persona -> its armed timers
//   t      due time, persona, name: the same timers in firing order
//   h q w  the persona's window of admitted turns (TurnWindow)
//   i j r  the persona's window of turns that were redriven to this stage
//   b      persona -> flags: it is blocked; some of its turns are erased, by id or by time (BarredTurns)
//   e      persona, hash of a turn id: the turn is forgotten for ever
//   f      persona, hash of a session id or nothing -> a time: turns up to it are forgotten for ever
//   s      persona, key of the stage: the stage's own rows
//   u      persona, key of the stage without its first byte `~`: the stage's own ordered rows
// Threads: pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

inline constexpr std::string_view kVersionKey{"\0version", 8};
inline constexpr std::string_view kLogKey{"\0log", 4};  ///< the topic whose records made the rows
inline constexpr std::string_view kSettingsKey = "c";
inline constexpr std::string_view kNowKey = "n";
inline constexpr std::string_view kOverdueKey = "o";
/// The kinds of rows whose key begins with the persona.
inline constexpr std::string_view kPersonaKinds = "befhijpqrsuw";

void append_persona(std::string& key, std::string_view persona);
/// Reads an escaped persona from the front of `text` and removes it; none if the bytes that end it are missing.
std::optional<std::string> take_persona(std::string_view& text);
void append_big_endian(std::string& key, std::uint64_t number);
std::uint64_t read_big_endian(std::string_view eight_bytes);

/// The first key after all keys that begin with `prefix`. Precondition: not all of its bytes are 255.
std::string after_prefix(std::string prefix);

/// The key of a persona's row: the byte `kind`, the escaped persona, then `rest`.
std::string persona_key(char kind, std::string_view persona, std::string_view rest = {});

/// The first byte of the keys that a stage gives to its ordered rows.
inline constexpr char kOrderedMark = '~';

/// The decoded key of a stage's own row; none for a row of the runtime.
struct StageRowKey {
  std::string persona;
  std::string key;  ///< as the stage gave it
};
std::optional<StageRowKey> decode_stage_row_key(std::string_view key);

}  // namespace turnstream::runtime
