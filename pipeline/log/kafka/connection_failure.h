#pragma once
// The last connection failure that librdkafka logged in this process, for the message of "unreachable": librdkafka tells
// the reason (refused, TLS, login, a name that is not known) only in its log. Threads: any.

#include <string>
#include <string_view>

namespace turnstream::log::kafka {

/// Keeps the text of a log line of librdkafka about a failed connection. Its secrets must be masked.
void note_connection_failure(std::string_view text);

/// " (HOST:PORT: the reason)" if such a line was logged in the last 10 s, else empty.
std::string recent_connection_failure();

}  // namespace turnstream::log::kafka
