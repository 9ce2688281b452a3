#pragma once
// Openers: how a sentence begins that greets, thanks or cheers, so it tells nothing. An interjection and a name may stand
// before thanks and cheers: "Wow, Tom, thank you!" The functions take the lower form of a sentence (words.h).
// Threads: any; pure.

#include <string_view>

namespace turnstream::notes {

[[nodiscard]] bool is_greeting(std::string_view lower);
[[nodiscard]] bool is_thanks(std::string_view lower);
[[nodiscard]] bool is_cheer(std::string_view lower);

}  // namespace turnstream::notes
