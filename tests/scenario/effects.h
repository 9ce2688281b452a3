#pragma once
// The outside world as the tests script it: they read the requests of the stages and write the results. Threads: one
// test's.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {

struct Request {
  nlohmann::json json;  ///< the whole record
  std::string bytes;    ///< of its member `request`
};

/// All requests of the persona so far, in order, without cancels.
std::vector<Request> requests_of(Pipeline& pipeline, const std::string& persona);
/// `<effect_id> <reason>` of each request of the persona that was cancelled.
std::vector<std::string> cancels_of(Pipeline& pipeline, const std::string& persona);
/// sha256:<hex> of kind, purpose and the bytes, each behind a line feed but the first.
std::string hash_of(const Request& request);

/// Writes a result with this status, and waits until it is processed. `response`: of the status ok, else ignored.
void respond(Pipeline& pipeline, const Request& request, const nlohmann::json& response,
             const std::string& status = "ok");
/// Responds with the text of a chat.
void reply(Pipeline& pipeline, const Request& request, const std::string& text);

/// The completions of the stage for results of this request, in order.
std::vector<nlohmann::json> answers_to(Pipeline& pipeline, const std::string& stage, const Request& request);

}  // namespace turnstream::scenario
