#pragma once
// Served: measures a `turnstream run` with an embedded log from outside: questions over HTTP while turns arrive through the log's
// socket, and how long it takes from a turn's publication until a question has it. The persona is the one with the number 0.
// Threads: the caller's, which starts others.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/base/result.h"
#include "tests/bench/recall/texts.h"

namespace turnstream::bench {

struct ServedConfig {
  std::string log_socket;  ///< a path
  int port = 0;
  std::int64_t turns_before = 0;  ///< of the persona, which the process has already
  int threads = 4;
  int questions_per_s = 0;  ///< of each thread; 0: one after the other
  int rate = 50;            ///< turns per second that arrive; 0: none
  int seconds = 20;
  int samples = 200;
};

/// Times of questions over connections that are kept alive. Errors: of the log and of HttpConnection.
Result<nlohmann::json> measure_http(const Texts& texts, const ServedConfig& config);

/// Publishes config.samples turns, config.rate in a second, and asks for each with `after_turn`. Times from before the
/// publication: until the log has the turn, and until the answer is here. Error "bad_query" if an answer is without its turn.
Result<nlohmann::json> measure_fresh(const Texts& texts, const ServedConfig& config);

}  // namespace turnstream::bench
