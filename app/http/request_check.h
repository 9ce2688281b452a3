#pragma once
// Checks of a request's headers, before its path is looked up. Threads: pure functions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/http/http_route.h"

namespace turnstream::app {

/// The names of this server in the header Host.
struct HostRule {
  bool loopback = false;    ///< the server listens on a loopback address: only names of that are right
  std::string listen = {};  ///< the host of --listen, which is right, too
  bool is_socket = false;   ///< the server listens on a Unix socket, which no web page reaches: all names are right
};

/// What the request line asks for, without the query.
struct RequestTarget {
  std::string path;
  std::optional<std::string> authority;  ///< HOST or HOST:PORT, if the target is in absolute form
};

/// Reads the origin form (/healthz) or the absolute form (http://HOST:PORT/healthz), which RFC 9112 3.2.2 requires each
/// server to accept. Any other text is a path, which no route has. Absent: an absolute form without a host, or with a
/// user.
std::optional<RequestTarget> read_target(const std::string& text);

/// Refuses with 403 a page of another site that a browser shows: on a loopback address a Host, or an authority of the
/// target, that is not a loopback name (DNS rebinding), anywhere an Origin other than the Host. Refuses with 400 a Host
/// that is not the same text as the target's authority, which RFC 9112 3.2 requires of clients. Without a Host, the
/// authority stands for it.
std::optional<HttpAnswer> check_host(const HttpHeaders& headers, const HostRule& rule,
                                     const std::optional<std::string>& authority = std::nullopt);

/// Refuses with 400 a request whose end two programs could see at different places: Content-Length together with
/// Transfer-Encoding, one of them or Host twice, or another coding than chunked. `version`: such as "HTTP/1.1".
std::optional<HttpAnswer> check_framing(const HttpHeaders& headers, std::string_view version);

/// Reads the content type of a POST. Refuses with 415 another type than application/json and, if `lines` is not null,
/// application/x-ndjson; another charset than utf-8; a Content-Encoding. Sets *lines to whether it is the latter type.
std::optional<HttpAnswer> check_content(const HttpHeaders& headers, bool* lines);

/// The first value; absent without the header.
std::optional<std::string> value_of(const HttpHeaders& headers, std::string_view name);
/// TOKEN of the header `Authorization: Bearer TOKEN`; absent without that header, with several, or with another scheme.
std::optional<std::string> bearer_token(const HttpHeaders& headers);

/// The value of Content-Length; absent without one.
std::optional<std::uint64_t> declared_length(const HttpHeaders& headers);

}  // namespace turnstream::app
