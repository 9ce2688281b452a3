#pragma once
// The text of a request target: %-escapes and the query. A text is split before its escapes are decoded, so that %2F or
// %26 stays inside its part. Decoded text is valid UTF-8 without NUL bytes. Threads: pure functions.

#include <optional>
#include <string>
#include <string_view>

#include "app/http/http_route.h"

namespace turnstream::app {

/// Decodes one segment of a path into `decoded`. Refuses with 400: a % without two hexadecimal digits, %00, bytes that
/// are not valid UTF-8.
std::optional<HttpAnswer> decode_segment(std::string_view text, std::string& decoded);

/// Decodes a query (without its ?) into `fields`, in which + is a blank: a=1&b=x+y&b. Empty parts between two & are left
/// out. Refuses as decode_segment() does.
std::optional<HttpAnswer> decode_query(std::string_view text, HttpQuery& fields);

/// `text` as a segment or value of a URL: all but letters, digits and -_.~ escaped.
[[nodiscard]] std::string url_escaped(std::string_view text);
/// Adds % and the two digits of the byte.
void append_escape(std::string& out, char byte);

}  // namespace turnstream::app
