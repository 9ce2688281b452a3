#pragma once
// Signals of importance: what the words of a turn add to the importance of its chat item, or take from it. One row of the table
// is a signal with its weight and an example, which a test reads; to add a signal, add a row. Threads: any; pure.

#include <cstdint>
#include <span>
#include <string_view>

#include "pipeline/model/state_export.h"

namespace turnstream::episodic {

class Said;

/// What a signal does to the importance of a chat without signals.
enum class Effect : std::uint8_t {
  kLowers,   ///< the chat says nothing; the lowest one counts, if nothing raises
  kMakesUp,  ///< makes up for what was lowered, and adds nothing else: "question number 7" is worth the base
  kRaises,   ///< the highest one counts
};

struct ImportanceSignal {
  std::string_view name;
  Effect effect = Effect::kLowers;
  std::int64_t weight = 0;  ///< millionths; below 0 if it lowers
  bool (*found)(const Said& said) = nullptr;
  std::string_view example;  ///< what the user says
};

[[nodiscard]] std::span<const ImportanceSignal> importance_signals();

/// Whether the row's signal is in the turn. For tests and for people who ask why.
[[nodiscard]] bool has_signal(const ImportanceSignal& signal, const model::TurnData& turn);

/// In millionths: the highest signal that raises; without one, the lowest signal that lowers, with what makes up for it added, at
/// most 0. It reads the first 8 KiB of what the user says and the first 2 KiB of the reply.
[[nodiscard]] std::int64_t weight_of_words(const model::TurnData& turn);

}  // namespace turnstream::episodic
