#pragma once
// Bytes in JSON: text where they are UTF-8, base64 where they are not. Threads: any.

#include <optional>
#include <string>
#include <string_view>

namespace turnstream::app {

bool is_utf8(std::string_view bytes);
std::string to_base64(std::string_view bytes);
/// Absent for what is not base64.
std::optional<std::string> from_base64(std::string_view text);

/// Appends `"text"`, `{"base64":"…"}`, or null.
void append_json_bytes(std::string& out, std::optional<std::string_view> bytes);

}  // namespace turnstream::app
