#pragma once
// ExplainRoutes: GET /v1/explain/{id} and /v1/turns/{id}, with ?persona=NAME: where a memory comes from and what became of a turn,
// as `turnstream explain --json` says it. They read topics from their beginning, so one request is answered at a time; others get
// 503, as does one that is read while the server stops. Threads: the handlers any. Lifetime: borrows context and client.

#include <stop_token>
#include <string>

#include "app/context.h"
#include "app/explain/question.h"
#include "app/explain/report.h"
#include "app/http/http_route.h"
#include "app/http/one_at_a_time.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

class ExplainRoutes {
 public:
  /// `log_of`: the namespace whose log the stages read; empty: the own one.
  ExplainRoutes(const Context& context, log::Client& client, std::string log_of)
      : context_(context), client_(client), log_of_(std::move(log_of)) {}

  /// The routes must not be used after this object is destroyed.
  HttpRoutes routes();

 private:
  HttpAnswer answer(const HttpRequest& request, bool is_turn);
  Result<Report> report(const Question& question, bool is_turn, const std::stop_token& stop);

  const Context& context_;
  log::Client& client_;
  const std::string log_of_;
  OneAtATime one_;
};

}  // namespace turnstream::app
