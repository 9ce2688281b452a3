#pragma once
// Text of memories in Markdown. Threads: pure.

#include <string>

namespace turnstream::app {

/// The text in one line that Markdown and HTML show as it is: what would be a sign is escaped. For the beginning of a
/// line or any other place in it. Signs of common extensions are escaped, too: `$…$`, `==…==`, `%%…%%`, `~~…~~`. Not so
/// the bare addresses (https://…, www.…, a@b.c), which some readers make links: their words are their target, and with
/// signs in them they would be hard to read and copy.
[[nodiscard]] std::string plain_markdown(const std::string& text);

}  // namespace turnstream::app
