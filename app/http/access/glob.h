#pragma once
// matches_glob: compares a text with a pattern of `*` and `?`. Threads: pure function.

#include <string_view>

namespace turnstream::app {

/// Whether the whole text fits the pattern, byte for byte. `*` stands for any bytes, also for none, and `?` for one
/// byte (a letter outside ASCII has several); every other byte stands for itself. It goes back at most to the last
/// `*`, so it needs no more steps than the product of both sizes, and for a pattern whose only `*` is at its end no
/// more than the size of the pattern.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace turnstream::app
