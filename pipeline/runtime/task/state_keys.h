#pragma once
// The rows of a stage's table in one partition. Every key begins with one byte that says what the row is; persona ids
// are escaped (0 -> 0 255, closed by 0 1), so that no persona's keys can reach into another's and order is kept.
//   \0…  bookkeeping (position, version, log, checkpoint): no part of a state digest
//   c    the memory settings in force          n    largest log_time seen
//   o    log_time up to which timers are still to be fired
//   p    persona -> its armed timers           t    due, persona, name: the same timers in firing order (ordered)
//   h q w  persona's window of recent turn ids  i j r  persona's window of turns redriven to this stage
//   b    persona -> blocked, or with turns erased  e    persona, hash of a turn id: forgotten for ever
//   s    persona, key: the stage's own rows
// Threads: pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

inline constexpr std::string_view kVersionKey{"\0version", 8};
inline constexpr std::string_view kLogKey{"\0log", 4};  ///< the topic that the rows were made from
inline constexpr std::string_view kSettingsKey = "c";
inline constexpr std::string_view kNowKey = "n";
inline constexpr std::string_view kOverdueKey = "o";

void append_persona(std::string& key, std::string_view persona);
/// Reads an escaped persona from the front of `text` and removes it there.
std::optional<std::string> take_persona(std::string_view& text);
void append_big_endian(std::string& key, std::uint64_t number);
std::uint64_t read_big_endian(std::string_view eight_bytes);

/// `kind` byte + persona + rest.
std::string persona_key(char kind, std::string_view persona, std::string_view rest = {});

/// What a stage's own row is called; nothing for rows of the runtime.
struct StageRowKey {
  std::string persona;
  std::string key;
};
std::optional<StageRowKey> decode_stage_row_key(std::string_view key);

}  // namespace turnstream::runtime
