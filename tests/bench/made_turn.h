#pragma once
// The turns of the reference job. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>

namespace turnstream::bench {

/// One turn of about 2.9 KB, whose id and texts contain the number.
[[nodiscard]] std::string make_turn(int number, int personas);
/// The persona of that turn.
[[nodiscard]] std::string made_persona(int number, int personas);
/// The number of the turn with this id; nothing for another id.
[[nodiscard]] std::optional<int> made_turn_number(std::string_view turn_id);

}  // namespace turnstream::bench
