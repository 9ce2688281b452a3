#pragma once
// Status lines: texts that say how far something is, and nothing else: "ok", "started", "half way", "tests running". They
// make no insight. Threads: any; pure.

#include <string_view>

namespace turnstream::consolidation {

/// Whether all words of the text are in the lists of status words and of the words around them, at least one of them a status
/// word, and there are at most eight. Numbers count as words around. "deploy failed" is none: "failed" is in no list.
[[nodiscard]] bool is_status_line(std::string_view text);

}  // namespace turnstream::consolidation
