#include "app/http/http_service.h"

#include <vector>

namespace turnstream::app {
namespace {

const MetricName kOpen{"turnstream_http_connections", "Open connections of HTTP clients."};
const MetricName kCut{"turnstream_http_connections_cut_total",
                      "Connections that were closed because a request took too long."};
const MetricName kStreams{"turnstream_http_streams", "Open streams of server-sent events."};
const MetricName kBusy{"turnstream_http_busy_total", "Requests that were refused because too many others waited."};
const MetricName kSeconds{"turnstream_http_request_seconds", "Time from a complete request to its answer."};
const std::vector<double> kSecondsBounds = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 10};

}  // namespace

HttpService::HttpService(HttpRoutes served, const HttpConfig& config)
    : routes(std::move(served)),
      open(config.metrics == nullptr ? nullptr : &config.metrics->gauge(kOpen)),
      busy(config.metrics == nullptr ? nullptr : &config.metrics->counter(kBusy)),
      deadlines(config.deadlines, clock, config.metrics == nullptr ? nullptr : &config.metrics->counter(kCut)),
      bodies(config.body_bytes_max),
      pool(routes.waits() ? config.waiting : AnswerPoolLimits{0, 0}),
      log_pool(routes.waits() ? config.waiting : AnswerPoolLimits{0, 0}),
      streams(clock, config.bell, config.stream_silence_max,
              config.metrics == nullptr ? nullptr : &config.metrics->gauge(kStreams)) {
  if (config.metrics != nullptr) {
    for (const std::string& path : routes.waiting_paths()) {
      request_seconds[path] = &config.metrics->histogram(kSeconds, kSecondsBounds, {{"path", path}});
    }
  }
}

void HttpService::answered(std::string_view path, std::int64_t elapsed_us) const {
  if (const auto found = request_seconds.find(path); found != request_seconds.end()) {
    found->second->Observe(static_cast<double>(elapsed_us) / 1e6);
  }
}

void HttpService::count(double change) {
  if (open != nullptr) {
    open->Increment(change);
  }
}

}  // namespace turnstream::app
