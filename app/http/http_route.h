#pragma once
// HttpRoute: a method and a path of the server, and the function that answers them. Threads: plain values; the server
// calls a handler on several threads at the same time.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace turnstream::app {

class HttpStream;

struct HttpHeader {
  std::string name;
  std::string value;
};
using HttpHeaders = std::vector<HttpHeader>;

struct QueryField {
  std::string name;
  std::string value;  ///< empty also for a name without =
};
/// In the order of the request. A name may occur several times.
using HttpQuery = std::vector<QueryField>;

struct HttpRequest {
  std::string method;      ///< GET also for a HEAD request: the server leaves the body out of the answer
  std::string path;        ///< the path of the route, with its {name}
  std::string parameter;   ///< what the client sent for {name}, decoded: valid UTF-8 without NUL; may contain a slash
  HttpQuery query;         ///< decoded, as `parameter` is
  std::string body;        ///< any bytes
  bool has_lines = false;  ///< the content type of the body is application/x-ndjson, else application/json
  std::stop_token stop;    ///< for a route that waits: the server is stopping, so the handler must return
  /// The header Last-Event-ID; empty without.
  std::string last_event_id = {};
};

struct HttpAnswer {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  HttpHeaders headers = {};  ///< in addition to Content-Type and those that the library writes
  /// Follows in place of the body (http_stream.h). Not of a route that waits.
  std::shared_ptr<HttpStream> stream = nullptr;
};

/// After an exception the server answers 500.
using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

/// What a token must permit, if the server has a tokens file. kFree: nothing, also a request without a token is
/// answered.
enum class HttpScope { kFree, kRead, kWrite, kAdmin };

/// A persona whose memory a request reads or changes.
struct ConcernedPersona {
  std::optional<std::string> id;  ///< absent: all personas
  std::string where;              ///< where the request names it, such as "turn 3"
};
/// Reads the personas with the same code as the handler, so that both see the same ones. A request that the handler
/// refuses because it names no persona has none.
using HttpPersonas = std::function<std::vector<ConcernedPersona>(const HttpRequest&)>;

struct HttpRoute {
  std::string method;
  std::string path;  ///< one segment may be {name}, which is any text, but not empty: /v1/memories/{id}
  HttpHandler handler;
  std::size_t body_bytes_max = 0;  ///< a longer body is refused with 413
  /// The fields that the query may have, each once; another one is refused with 400. Absent: all are passed on.
  std::optional<std::vector<std::string>> query_fields = std::nullopt;
  bool takes_lines = false;  ///< a POST may also have the content type application/x-ndjson
  /// It shows or changes memory: it is answered on a loopback address and on the Unix socket, and refused with 403
  /// elsewhere, unless the server has a tokens file. Then it needs a token everywhere but on the Unix socket.
  bool is_private = false;
  /// 0: the handler returns quickly and does not wait, because a few threads serve all connections. Else it may take so
  /// long, and runs on one of the threads for that (HttpConfig::waiting); it must end its waits when `stop` is requested.
  std::chrono::milliseconds wait_max{0};
  /// It waits for the log, which may not answer: such routes have threads of their own, so that the others do not wait with them.
  bool waits_for_log = false;
  HttpScope scope = HttpScope::kFree;
  /// Null in a route that is_private: it concerns all personas, so that it needs a token that covers all.
  HttpPersonas personas = nullptr;
};
using HttpRoutes = std::vector<HttpRoute>;

}  // namespace turnstream::app
