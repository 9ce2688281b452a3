#pragma once
// Text that came from a record, a file or a peer, as a terminal and a line of a log can show it without harm. Every
// byte that the program prints passes through here, except those of `tail --raw`. Escaped are:
//
// - control characters (U+0000–U+001F, U+007F–U+009F), which move the cursor or begin a command for the terminal;
// - characters that change the direction of text (U+061C, U+200E, U+200F, U+202A–U+202E, U+2066–U+2069);
// - the line separators U+2028 and U+2029;
// - invisible characters that are part of no script (U+200B, U+2060–U+2065, U+206A–U+206F, U+FEFF, U+FFF9–U+FFFB).
//
// They become \uXXXX, which is an escape of JSON, so JSON text stays the same JSON. A byte that is not part of valid
// UTF-8 becomes \xXX, so JSON text must be valid UTF-8 before. A backslash stays a backslash. Threads: pure functions.

#include <string>
#include <string_view>

namespace turnstream {

/// One line: a line feed is escaped too.
[[nodiscard]] std::string shown_text(std::string_view bytes);
/// Several lines: a line feed stays.
[[nodiscard]] std::string shown_lines(std::string_view bytes);

/// The number of bytes at the end of `bytes` that can be the beginning of a longer UTF-8 sequence: 0 to 3.
[[nodiscard]] std::size_t unfinished_bytes(std::string_view bytes);

}  // namespace turnstream
