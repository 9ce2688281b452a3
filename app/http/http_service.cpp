#include "app/http/http_service.h"

namespace turnstream::app {
namespace {

const MetricName kOpen{"turnstream_http_connections", "Open connections of HTTP clients."};
const MetricName kCut{"turnstream_http_connections_cut_total",
                      "Connections that were closed because a request took too long."};
const MetricName kStreams{"turnstream_http_streams", "Open streams of server-sent events."};
const MetricName kBusy{"turnstream_http_busy_total", "Requests that were refused because too many others waited."};

}  // namespace

HttpService::HttpService(HttpRoutes served, const HttpConfig& config)
    : routes(std::move(served)),
      open(config.metrics == nullptr ? nullptr : &config.metrics->gauge(kOpen)),
      busy(config.metrics == nullptr ? nullptr : &config.metrics->counter(kBusy)),
      deadlines(config.deadlines, clock, config.metrics == nullptr ? nullptr : &config.metrics->counter(kCut)),
      bodies(config.body_bytes_max),
      pool(routes.waits() ? config.waiting : AnswerPoolLimits{0, 0}),
      log_pool(routes.waits() ? config.waiting : AnswerPoolLimits{0, 0}),
      streams(clock, config.bell, config.metrics == nullptr ? nullptr : &config.metrics->gauge(kStreams)) {}

void HttpService::count(double change) {
  if (open != nullptr) {
    open->Increment(change);
  }
}

}  // namespace turnstream::app
