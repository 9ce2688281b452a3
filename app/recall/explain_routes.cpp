#include "app/recall/explain_routes.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/explain/explainer.h"
#include "app/http/http_query.h"
#include "app/http/problem.h"
#include "app/log_access/open_log.h"
#include "app/recall/concerned_personas.h"
#include "pipeline/codec/message_id.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kReadMax{60'000};

}  // namespace

HttpRoutes ExplainRoutes::routes() {
  HttpRoutes routes{
      private_route(HttpScope::kRead, persona_of_query,
                    {"GET", "/v1/explain/{id}", [this](const HttpRequest& request) { return answer(request, false); }}),
      private_route(HttpScope::kRead, persona_of_query,
                    {"GET", "/v1/turns/{id}", [this](const HttpRequest& request) { return answer(request, true); }})};
  for (HttpRoute& route : routes) {
    route.query_fields = {{"persona"}};
    route.wait_max = kReadMax;
    route.waits_for_log = true;
  }
  return routes;
}

HttpAnswer ExplainRoutes::answer(const HttpRequest& request, bool is_turn) {
  const std::string persona = first_value(request.query, "persona");
  if (persona.empty()) {
    return problem(400, "The query must name the persona: ?persona=NAME.");
  }
  const OneAtATime::Entry entry = one_.enter();
  if (entry == nullptr) {
    return busy_problem("Another explanation is being read from the topics. Ask again in a moment.");
  }
  const Result<Report> found = report({codec::usual_id(request.parameter), persona}, is_turn, request.stop);
  if (!found.ok() && found.error().code == error_codes::kStopped) {
    return problem(503, "The process is stopping.");
  }
  if (!found.ok()) {
    const bool is_unknown = found.error().code == error_codes::kNotFound;
    return problem(is_unknown ? 404 : 500,
                   is_unknown ? "The persona has nothing with this id." : found.error().message);
  }
  if (found->contains("candidates")) {
    return problem(404, "The id is not whole: it fits several of this persona.");
  }
  return {.content_type = "application/json", .body = json::document_text(*found)};
}

Result<Report> ExplainRoutes::report(const Question& question, bool is_turn, const std::stop_token& stop) {
  // A stop must not wait long for a log that does not answer.
  const log::milliseconds timeout =
      std::min(answer_timeout(context_), log::milliseconds{context_.settings().run.stop_ms_max / 4});
  std::ostringstream warnings;  // of records that cannot be read; `explain` shows them
  TS_ASSIGN_OR_RETURN(RecordFinder finder,
                      RecordFinder::open({client_, context_.settings().topics.name_space, context_.catalog, timeout,
                                          warnings, false, log_of_, stop}));
  return is_turn ? explain_turn(finder, question) : explain_id(finder, question);
}

}  // namespace turnstream::app
