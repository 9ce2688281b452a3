#pragma once
// DeadLetterRoutes: GET /v1/dead_letters: which records were refused, why, and where they are. One request reads the topic at a
// time; others get 503. Threads: the handlers any. Lifetime: borrows context and client.

#include <cstddef>
#include <stop_token>

#include "app/context.h"
#include "app/dead_letters/newest_letters.h"
#include "app/http/http_route.h"
#include "app/http/one_at_a_time.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

class DeadLetterRoutes {
 public:
  DeadLetterRoutes(const Context& context, log::Client& client) : context_(context), client_(client) {}

  /// The routes must not be used after this object is destroyed.
  HttpRoutes routes();

  /// The newest `count`. Errors: "timed_out" while another call reads; those of find_newest_letters().
  Result<NewestLetters> newest(std::size_t count, const std::stop_token& stop);

 private:
  HttpAnswer answer(const HttpRequest& request);

  const Context& context_;
  log::Client& client_;
  OneAtATime one_;
};

}  // namespace turnstream::app
