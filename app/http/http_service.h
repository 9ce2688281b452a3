#pragma once
// HttpService: what all listeners of a server share: its routes, the deadlines of its connections and the threads of the
// handlers that wait. Threads: any. Lifetime: borrows the metrics of the configuration.

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/http/access/access_check.h"
#include "app/http/answer_pool.h"
#include "app/http/body_budget.h"
#include "app/http/connection_deadlines.h"
#include "app/http/http_streams.h"
#include "app/http/route_table.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"

namespace turnstream::app {

struct HttpConfig {
  HttpDeadlines deadlines = {};
  /// At most half of the files that the process may open, so that log and store keep theirs.
  unsigned connections_max = 4'096;
  Metrics* metrics = nullptr;                          ///< may be null; must outlive the server
  AnswerPoolLimits waiting = {};                       ///< of the handlers that wait, for all listeners together
  std::size_t body_bytes_max = std::size_t{64} << 20;  ///< of all request bodies that are in memory
  StreamBell* bell = nullptr;  ///< rings when streams may have something to send; may be null; must outlive the server
  /// Streams without an event send a sign of life so often. So the server learns at last of a client that is gone without a word.
  std::chrono::milliseconds stream_silence_max{15'000};
  std::string tokens_file = {};  ///< docs/access.md, "Tokens"; empty: none
};

struct HttpService {
  HttpService(HttpRoutes served, const HttpConfig& config);

  /// Adds to the number of open connections.
  void count(double change);
  /// Counts an answer of a handler that may wait. `path`: of its route; `elapsed_us`: from the complete request.
  void answered(std::string_view path, std::int64_t elapsed_us) const;

  const RouteTable routes;
  const SystemClock clock;
  Gauge* const open;
  Counter* const busy;  ///< counts requests that were refused because too many others waited; may be null
  std::map<std::string, Histogram*, std::less<>> request_seconds;  ///< by path; empty without metrics
  ConnectionDeadlines deadlines;
  BodyBudget bodies;
  std::unique_ptr<AccessCheck> access = nullptr;  ///< null without a tokens file; set before a listener starts
  AnswerPool pool;                                ///< without threads if no route waits
  AnswerPool log_pool;                            ///< for the routes that wait for the log; as many threads
  HttpStreams streams;
};

}  // namespace turnstream::app
