#pragma once
// The table of all word lists of this folder: in which of them a word stands. Threads: any; pure.

#include <string_view>

#include "stages/consolidation/speech/word_list.h"

namespace turnstream::consolidation::words {

/// The lists that have the word, which is in lower case.
[[nodiscard]] ListSet lists_of(std::string_view word);

}  // namespace turnstream::consolidation::words
