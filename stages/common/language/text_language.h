#pragma once
// The language of a text, as far as the rules need it: whether they may read it. They know English, and some forms of German; a French
// text must not give an English statement. The language is detected by CLD2, a library whose tables have not changed since
// 2015, so that the same text gives the same result on every machine. Threads: any; pure.

#include <string_view>

namespace turnstream::language {

/// True unless the text is surely in a language other than English and German. A text of fewer than 20 bytes of letters (30 if all are
/// ASCII) is read as English. Reads at most 2 KiB; takes a microsecond if the text has common English words, else about twenty.
[[nodiscard]] bool rules_can_read(std::string_view text);

}  // namespace turnstream::language
