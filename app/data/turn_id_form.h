#pragma once
// The ids of generated turns: ULIDs or UUIDs, both made of the turn's time and a seed, so that the same turn has the
// same id on every machine. Threads: any.

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/name_table.h"

namespace turnstream::app {

enum class TurnIdForm { kUlid, kUuid };
inline constexpr NameTable<TurnIdForm, 2> kTurnIdForms{{{TurnIdForm::kUlid, "ulid"}, {TurnIdForm::kUuid, "uuid"}}};

/// `time_ms`: since 1970, at least 0. A ULID is that of make_ulid(); a UUID is of version 5, in small letters.
[[nodiscard]] std::string make_turn_id(TurnIdForm form, std::int64_t time_ms, std::string_view seed);

}  // namespace turnstream::app
