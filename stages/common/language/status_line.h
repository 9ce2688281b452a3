#pragma once
// Status lines: texts that say how far something is, and nothing else: "ok", "started", "half way", "tests running". An
// item of one makes no insight, and that of a bare one is ephemeral; consolidation reads the two other kinds of empty texts here too.
// Threads: any; pure.

#include <string_view>

namespace turnstream::language {

/// Whether all words of the text are in the lists of status words and of the words around them, at least one of them a status
/// word, and there are at most eight. Numbers count as words around. "deploy failed" is none: "failed" is in no list.
/// Also a short line about one more word ("compiling module 3 of 17", "heartbeat ok"), about a screen ("the user is typing"), or without
/// news ("no new messages").
[[nodiscard]] bool is_status_line(std::string_view text);

/// Whether the text says how far something is and names nothing else: "half way through", "tests running", "step 3 of 5 done". It
/// has no other word ("visa pending", "Waiting for Petra"), a number only if it counts ("Building 7" can be a place), and no deed
/// of the speaker ("I passed the test"). A text that is lost if the answer is wrong is asked this.
[[nodiscard]] bool is_bare_status(std::string_view text);

/// Whether the content of an action's item says no more than that it was done: "Action a1 completed: {}". Not one that failed.
[[nodiscard]] bool has_no_result(std::string_view action);

/// Whether a message is a piece of code or a command, which no speaker says: many signs for its words, or an option.
[[nodiscard]] bool is_code(std::string_view text);

}  // namespace turnstream::language
