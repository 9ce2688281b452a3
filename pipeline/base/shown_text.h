#pragma once
// Text that came from a record, a file or a peer, as a terminal and a line of a log can show it without harm. Every
// byte that the program prints passes through here, except those of `tail --raw`. Escaped are:
//
// - control characters (U+0000–U+001F, U+007F–U+009F), which move the cursor or begin a command for the terminal;
// - characters that change the direction of text (U+061C, U+200E, U+200F, U+202A–U+202E, U+2066–U+2069);
// - the line separators U+2028 and U+2029;
// - invisible characters, in which a text can hide another one from its reader but not from a program: the tags and
//   variation selectors U+E0000–U+E0FFF, U+FE00–U+FE0D, fillers (U+115F, U+1160, U+3164, U+FFA0), invisible characters of
//   format (U+034F, U+17B4, U+17B5, U+180B–U+180F, U+200B, U+2060–U+2065, U+206A–U+206F, U+FEFF, U+FFF0–U+FFFB and those of
//   hieroglyphs, shorthand and music);
// - noncharacters (U+FDD0–U+FDEF, U+FFFE, U+FFFF and the last two of each further plane).
//
// Other invisible characters stay, because honest text is full of them and would be hard to read: the joiners of letters
// and emoji U+200C and U+200D, the soft hyphen U+00AD, and U+FE0E and U+FE0F, one of which follows most emoji. Each can hide
// a few bits at most, between what a reader sees. The visible characters of format, such as U+0600, stay too.
//
// They become \uXXXX, which is an escape of JSON (two above U+FFFF), so JSON text stays the same JSON. A byte that is not
// part of valid UTF-8 becomes \xXX, so JSON text must be valid UTF-8 before. A backslash stays a backslash. Threads: pure
// functions.

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
