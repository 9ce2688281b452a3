#include "app/recall/change_route.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/http/http_query.h"
#include "app/http/http_stream.h"
#include "app/http/problem.h"
#include "app/recall/concerned_personas.h"
#include "pipeline/base/log_line.h"
#include "recall/answers/change_stream.h"

namespace turnstream::app {
namespace {

bool names_persona(const HttpRequest& request) {
  return std::any_of(request.query.begin(), request.query.end(),
                     [](const QueryField& field) { return field.name == "persona"; });
}

std::vector<ConcernedPersona> followed_persona(const HttpRequest& request) {
  return names_persona(request) ? persona_of_query(request)
                                : std::vector<ConcernedPersona>{{std::nullopt, "the query"}};
}

}  // namespace

class ChangeRoute::Stream final : public HttpStream {
 public:
  Stream(ChangeRoute& owner, recall::StreamRequest request)
      : owner_(owner), changes_(owner.model_, std::move(request)) {}

  bool read(std::string& out, std::size_t bytes_max) override {
    if (owner_.has_ended_()) {
      return false;
    }
    const Result<std::int64_t> events = changes_.read(out, bytes_max);
    if (!events.ok()) {
      LogLine(LogLevel::kError, "stream_failed")
          .with("code", events.error().code)
          .with("message", events.error().message);
      return false;
    }
    owner_.events_ += *events;
    return true;
  }
  void append_sign_of_life(std::string& out) override { changes_.append_sign_of_life(out); }

 private:
  ChangeRoute& owner_;
  recall::ChangeStream changes_;
};

HttpRoute ChangeRoute::route() {
  HttpRoute route;
  route.method = "GET";
  route.path = "/v1/stream";
  route.handler = [this](const HttpRequest& request) { return answer(request); };
  route.query_fields = std::vector<std::string>{"persona", "last_event_id"};
  return private_route(HttpScope::kRead, followed_persona, std::move(route));
}

HttpAnswer ChangeRoute::answer(const HttpRequest& request) {
  recall::StreamRequest asked;
  asked.persona = first_value(request.query, "persona");
  if (names_persona(request) && asked.persona.empty()) {
    return problem(400, "The persona is empty. Leave the field out for the changes of all personas.");
  }
  if (asked.persona.empty() && model_.journal().newest().size() > recall::kStreamPartitionsMax) {
    return problem(400, "The log has more than " + std::to_string(recall::kStreamPartitionsMax) +
                            " partitions, so a stream is of one persona. Name it: /v1/stream?persona=NAME.");
  }
  // A browser sends the header when it connects again, with the query of the first time.
  const std::string in_query = first_value(request.query, "last_event_id");
  const std::string& id = request.last_event_id.empty() ? in_query : request.last_event_id;
  if (!id.empty()) {
    asked.after = recall::read_position(id);
    if (!asked.after) {
      return problem(400,
                     "The id of the last event is not one of this stream: it has the form PARTITION@OFFSET.NUMBER, "
                     "with several partitions joined by commas.");
    }
  }
  HttpAnswer answer{.content_type = "text/event-stream", .body = {}};
  answer.headers.push_back({"Cache-Control", "no-store"});
  answer.stream = std::make_shared<Stream>(*this, std::move(asked));
  return answer;
}

}  // namespace turnstream::app
