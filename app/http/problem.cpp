#include "app/http/problem.h"

namespace turnstream::app {
namespace {

std::string_view title_of(int status) {
  switch (status) {
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 410:
      return "Gone";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    default:
      return "Internal Server Error";
  }
}

}  // namespace

HttpAnswer problem(int status, std::string_view detail) {
  return problem(status, detail, [](json::Writer&) {});
}

HttpAnswer busy_problem(std::string_view detail) {
  HttpAnswer answer = problem(503, detail);
  answer.headers.push_back({"Retry-After", "1"});
  return answer;
}

HttpAnswer problem(int status, std::string_view detail, const std::function<void(json::Writer&)>& write) {
  HttpAnswer answer{.status = status, .content_type = "application/problem+json", .body = {}};
  json::Writer writer(answer.body);
  writer.begin_object().string("title", title_of(status)).integer("status", status).string("detail", detail);
  write(writer);
  writer.end_object();
  answer.body += "\n";
  return answer;
}

}  // namespace turnstream::app
