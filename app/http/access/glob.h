#pragma once
// matches_glob: compares a text with a pattern of `*` and `?`. Threads: pure function.

#include <string_view>

namespace turnstream::app {

/// Whether the whole text fits the pattern, byte for byte. `*` stands for any bytes, also for none, and `?` for one byte
/// (a letter outside ASCII has several); every other byte stands for itself. After a mismatch it continues at the last
/// `*`, so the number of steps is at most the size of the text times the longest part between two `*`.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace turnstream::app
