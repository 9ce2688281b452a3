#include "app/http/request_check.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <limits>
#include <strings.h>

#include "app/http/problem.h"

namespace turnstream::app {
namespace {

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

std::size_t count(const HttpHeaders& headers, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(), [&](const HttpHeader& header) { return same(header.name, name); }));
}

/// The host of HOST, HOST:PORT or [HOST]:PORT, without brackets.
std::string host_of(const std::string& authority) {
  if (!authority.empty() && authority.front() == '[') {
    const std::size_t end = authority.find(']');
    return end == std::string::npos ? "" : authority.substr(1, end - 1);
  }
  return authority.substr(0, authority.find(':'));
}

bool is_loopback_name(const std::string& host) {
  constexpr std::uint32_t kLoopbackNet = 127;
  in_addr v4{};
  in6_addr v6{};
  if (::inet_pton(AF_INET, host.c_str(), &v4) == 1) {
    return ntohl(v4.s_addr) >> 24U == kLoopbackNet;
  }
  if (::inet_pton(AF_INET6, host.c_str(), &v6) == 1) {
    return IN6_IS_ADDR_LOOPBACK(&v6) != 0;
  }
  return same(host, "localhost");
}

bool is_foreign(const std::optional<std::string>& authority, const HostRule& rule) {
  return rule.loopback && authority && !is_loopback_name(host_of(*authority)) &&
         !same(host_of(*authority), rule.listen);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Removes the text up to the next semicolon from `rest` and returns it without blanks.
std::string_view next_part(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find(';'));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return trimmed(part);
}

/// Whether all parameters of a content type that name a charset name UTF-8.
bool is_utf8(std::string_view parameters) {
  constexpr std::string_view kName = "charset=";
  while (!parameters.empty()) {
    const std::string_view one = next_part(parameters);
    const std::string_view value = one.substr(std::min(kName.size(), one.size()));
    if (same(one.substr(0, kName.size()), kName) && !same(value, "utf-8") && !same(value, "\"utf-8\"")) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::string> value_of(const HttpHeaders& headers, std::string_view name) {
  const auto at =
      std::find_if(headers.begin(), headers.end(), [&](const HttpHeader& header) { return same(header.name, name); });
  return at == headers.end() ? std::nullopt : std::optional<std::string>(at->value);
}

std::optional<RequestTarget> read_target(const std::string& text) {
  constexpr std::string_view kScheme = "http://";
  if (!same(std::string_view(text).substr(0, kScheme.size()), kScheme)) {
    return RequestTarget{text, std::nullopt};
  }
  const std::size_t slash = text.find('/', kScheme.size());
  const std::string authority = text.substr(kScheme.size(), slash - kScheme.size());
  if (authority.empty() || authority.find('@') != std::string::npos) {
    return std::nullopt;
  }
  return RequestTarget{slash == std::string::npos ? "/" : text.substr(slash), authority};
}

std::optional<HttpAnswer> check_host(const HttpHeaders& headers, const HostRule& rule,
                                     const std::optional<std::string>& authority) {
  if (rule.is_socket) {
    return std::nullopt;
  }
  // A browser always sends Host. Without it the request is one of HTTP/1.0 from another program.
  const std::optional<std::string> host = value_of(headers, "Host");
  const std::optional<std::string> origin = value_of(headers, "Origin");
  if (is_foreign(host, rule) || is_foreign(authority, rule)) {
    return problem(
        403,
        "The header Host, or the request target, names another machine, but this server listens on a loopback address. "
        "Use localhost or 127.0.0.1 in the URL; a proxy must send such a Host.");
  }
  if (host && authority && !same(*host, *authority)) {
    return problem(400, "The header Host differs from the host and port of the request target. Send the same in both.");
  }
  const std::string own = host ? *host : authority.value_or("");
  if (origin && !same(*origin, "http://" + own) && !same(*origin, "https://" + own)) {
    return problem(403, "The header Origin names another site. This server answers no pages of other sites.");
  }
  return std::nullopt;
}

std::optional<HttpAnswer> check_framing(const HttpHeaders& headers, std::string_view version) {
  const std::optional<std::string> coding = value_of(headers, "Transfer-Encoding");
  for (const char* name : {"Host", "Content-Length", "Transfer-Encoding"}) {
    if (count(headers, name) > 1) {
      return problem(400, "The header " + std::string(name) + " occurs twice. Send it once.");
    }
  }
  if (coding && count(headers, "Content-Length") > 0) {
    return problem(400, "Content-Length and Transfer-Encoding exclude each other. Send one of them.");
  }
  if (coding && (!same(*coding, "chunked") || same(version, "HTTP/1.0"))) {
    return problem(400, "The only Transfer-Encoding here is chunked, and only in HTTP/1.1.");
  }
  return std::nullopt;
}

std::optional<HttpAnswer> check_content(const HttpHeaders& headers, bool* lines) {
  const std::string type = value_of(headers, "Content-Type").value_or("");
  std::string_view rest = type;
  const std::string_view media = next_part(rest);
  const bool has_lines = same(media, "application/x-ndjson");
  const bool is_known = same(media, "application/json") || (has_lines && lines != nullptr);
  if (!is_known || !is_utf8(rest) || count(headers, "Content-Type") > 1) {
    return problem(415, lines == nullptr
                            ? "Send the body as Content-Type: application/json, in UTF-8."
                            : "Send the body as Content-Type: application/json or application/x-ndjson, in UTF-8.");
  }
  if (count(headers, "Content-Encoding") > 0) {
    return problem(415, "Send the body without Content-Encoding: this server decompresses nothing.");
  }
  if (lines != nullptr) {
    *lines = has_lines;
  }
  return std::nullopt;
}

std::optional<std::string> bearer_token(const HttpHeaders& headers) {
  constexpr std::string_view kScheme = "Bearer ";
  constexpr const char* kName = "Authorization";
  const std::string value = value_of(headers, kName).value_or("");
  if (count(headers, kName) != 1 || !same(std::string_view(value).substr(0, kScheme.size()), kScheme)) {
    return std::nullopt;
  }
  const std::string_view token = trimmed(std::string_view(value).substr(kScheme.size()));
  return token.empty() ? std::nullopt : std::optional<std::string>(token);
}

std::optional<std::uint64_t> declared_length(const HttpHeaders& headers) {
  const std::optional<std::string> text = value_of(headers, "Content-Length");
  if (!text) {
    return std::nullopt;
  }
  std::uint64_t length = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), length);
  const bool is_whole = read.ec == std::errc() && read.ptr == text->data() + text->size();
  return is_whole ? length : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace turnstream::app
