#pragma once
// Bytes in JSON: a string if they are UTF-8, else base64. Threads: any.

#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace turnstream::app {

bool is_utf8(std::string_view bytes);
std::string to_base64(std::string_view bytes);
/// Decodes base64 with its padding; absent if the text is not that.
std::optional<std::string> from_base64(std::string_view text);

/// Appends the bytes as `"text"` if they are UTF-8, else as `{"base64":"…"}`; `null` if they are absent.
void append_json_bytes(std::string& out, std::optional<std::string_view> bytes);
/// Writes the same piece by piece, so that bytes of any number take little memory more.
void write_json_bytes(std::ostream& out, std::optional<std::string_view> bytes);

}  // namespace turnstream::app
