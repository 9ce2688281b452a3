#pragma once
// Asking: measures questions to a kept read model in this process: the load of a cold persona, questions about the past, and
// threads that ask while turns arrive. Threads: the caller's, which starts others.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/base/result.h"
#include "tests/bench/recall/texts.h"

namespace turnstream::bench {

struct AskConfig {
  std::string folder;
  int threads = 4;
  int rate = 50;  ///< turns per second that arrive; 0: none
  int seconds = 20;
  int loads = 10;
  int past_questions = 20;
  std::string vectors = {};  ///< the file of a table with which messages are compared; empty: none
};

/// Returns the measurements as JSON.
Result<nlohmann::json> ask(const Texts& texts, const AskConfig& config);

/// Asks for turns that the model was fed, by their words, and for more that it is fed meanwhile. Returns how many were found;
/// error "bad_query" if an answer is without the turn that was asked for.
Result<nlohmann::json> check_answers(const std::string& folder);

}  // namespace turnstream::bench
