#pragma once
// ChangeRoute: GET /v1/stream, the changes of memory as server-sent events. A stream ends when the feed of the read model has ended.
// Threads: any. Lifetime: borrows the model; the route and its streams must not be used after this object is destroyed.

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "app/http/http_route.h"
#include "recall/read_model/read_model.h"

namespace turnstream::app {

class ChangeRoute {
 public:
  /// `has_ended`: whether memory no longer follows the log.
  ChangeRoute(recall::ReadModel& model, std::function<bool()> has_ended)
      : model_(model), has_ended_(std::move(has_ended)) {}

  HttpRoute route();
  /// How many events all streams together have had.
  [[nodiscard]] std::int64_t events() const { return events_.load(); }

 private:
  class Stream;
  HttpAnswer answer(const HttpRequest& request);

  recall::ReadModel& model_;
  const std::function<bool()> has_ended_;
  std::atomic<std::int64_t> events_{0};
};

}  // namespace turnstream::app
