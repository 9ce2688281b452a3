#include "app/posting/command_routes.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/http/http_query.h"
#include "app/http/problem.h"
#include "app/recall/concerned_personas.h"
#include "app/verbs/usual_ids.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/command_args.h"
#include "recall/answers/query_reader.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kBodyBytesMax = std::size_t{256} << 10;
constexpr std::chrono::milliseconds kReadMax{60'000};
constexpr std::size_t kSentMax = 10'000;
constexpr const char* kIssuer = "http";

/// 400 with the pointer to the wrong member, or another status that the error asks for.
HttpAnswer refusal_of(const Error& error) {
  if (error.code == error_codes::kBadQuery || error.code == error_codes::kUsage ||
      error.code == error_codes::kTooLarge) {
    return problem(400, error.pointer.empty() ? error.message : error.pointer + ": " + error.message);
  }
  if (error.code == error_codes::kNotFound) {
    return problem(404, error.message);
  }
  if (error.code == error_codes::kStopped) {
    return problem(503, "The process is stopping.");
  }
  return problem(503, error.message);
}

HttpAnswer accepted(const std::string& persona, const std::vector<std::string>& ids) {
  HttpAnswer answer{.status = 202, .content_type = "application/json", .body = {}};
  json::Writer json(answer.body);
  json.begin_object().string("persona_id", persona).begin_array("commands");
  for (const std::string& id : ids) {
    json.string(id);
  }
  json.end_array().end_object();
  return answer;
}

std::string persona_in(recall::QueryReader& reader) {
  const auto persona = reader.name("persona_id");
  if (!persona) {
    reader.fail("persona_id", "is missing");
  }
  return persona.value_or("");
}

std::vector<std::string> ids_in(recall::QueryReader& reader) {
  const std::vector<std::string> ids = reader.texts("ids", model::kCommandIdsMax);
  if (std::find(ids.begin(), ids.end(), "") != ids.end()) {
    reader.fail("ids", "must not have an empty text");
  }
  return in_usual_form(ids);
}

Result<ForgetRequest> read_forget(std::string_view body) {
  TS_ASSIGN_OR_RETURN(const Json object, recall::read_request(body));
  recall::QueryReader reader(object);
  ForgetRequest request;
  request.persona = persona_in(reader);
  request.ids = ids_in(reader);
  request.session = reader.name("session_id").value_or("");
  request.user = reader.name("user_id").value_or("");
  request.all = reader.flag("all", false);
  request.confirm = reader.text("confirm").value_or("");
  request.block = reader.flag("block", false);
  reader.refuse_others();
  if (!request.all && request.ids.empty() && request.session.empty() && request.user.empty()) {
    reader.fail("ids", "are missing, and so are session_id, user_id and all: forget what?");
  }
  if (request.all && request.confirm != request.persona) {
    reader.fail("confirm", "must be the name of the persona, because all of it is forgotten");
  }
  if (request.block && !request.all) {
    reader.fail("block", "needs all: it keeps the persona's later turns out");
  }
  return reader.failure() ? Result<ForgetRequest>(*reader.failure()) : Result<ForgetRequest>(std::move(request));
}

/// A command of one persona as a request has it.
struct Asked {
  std::string persona;
  std::string args_json;
};

Result<Asked> read_sweep(std::string_view body) {
  TS_ASSIGN_OR_RETURN(const Json object, recall::read_request(body));
  recall::QueryReader reader(object);
  Asked asked{persona_in(reader), {}};
  Json args = Json::object();
  if (std::vector<std::string> passes = reader.texts("passes"); !passes.empty()) {
    args["passes"] = std::move(passes);
  }
  static_cast<void>(reader.time("since"));
  if (const auto since = reader.text("since")) {
    args["since"] = *since;
  }
  reader.refuse_others();
  asked.args_json = json::document_text(args);
  return reader.failure() ? Result<Asked>(*reader.failure()) : Result<Asked>(std::move(asked));
}

Result<Asked> read_access(std::string_view body) {
  TS_ASSIGN_OR_RETURN(const Json object, recall::read_request(body));
  recall::QueryReader reader(object);
  Asked asked{persona_in(reader), {}};
  const std::vector<std::string> ids = ids_in(reader);
  reader.refuse_others();
  if (ids.empty()) {
    reader.fail("ids", "must name at least one memory");
  }
  asked.args_json = json::document_text(Json{{"ids", ids}});
  return reader.failure() ? Result<Asked>(*reader.failure()) : Result<Asked>(std::move(asked));
}

}  // namespace

HttpRoutes CommandRoutes::routes() {
  using Fields = std::vector<std::string>;
  HttpRoutes routes{
      private_route(HttpScope::kAdmin, persona_of_body,
                    {"POST", "/v1/forget", [this](const HttpRequest& request) { return forget(request); }}),
      private_route(HttpScope::kAdmin, persona_of_body,
                    {"POST", "/v1/commands/sweep", [this](const HttpRequest& request) { return sweep(request); }}),
      private_route(HttpScope::kWrite, persona_of_body,
                    {"POST", "/v1/commands/access", [this](const HttpRequest& request) { return access(request); }}),
      private_route(HttpScope::kRead, persona_of_query,
                    {"GET", "/v1/commands/{id}",
                     recall_.while_fed([this](const HttpRequest& request) { return report(request); })})};
  for (HttpRoute& route : routes) {
    const bool sends = route.method == "POST";
    route.body_bytes_max = sends ? kBodyBytesMax : 0;
    route.query_fields = sends ? Fields{} : Fields{"persona"};
    route.wait_max = kReadMax;
    route.waits_for_log = sends;
  }
  return routes;
}

HttpAnswer CommandRoutes::forget(const HttpRequest& request) {
  const Result<ForgetRequest> asked = read_forget(request.body);
  if (!asked.ok()) {
    return refusal_of(asked.error());
  }
  const OneAtATime::Entry entry = one_.enter();
  if (entry == nullptr) {
    return busy_problem("Another forget is being prepared from the topics. Ask again in a moment.");
  }
  const Result<std::vector<std::string>> commands = send_forget_of(*asked, request.stop);
  return commands.ok() ? accepted(asked->persona, *commands) : refusal_of(commands.error());
}

Result<std::vector<std::string>> CommandRoutes::send_forget_of(const ForgetRequest& request,
                                                               const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> ids, find_ids_to_forget(context_, client_, request, stop));
  if (ids.empty() && request.session.empty() && !request.all) {
    return error_of(error_codes::kNotFound, "The memory of this persona has nothing of this user.");
  }
  return send_all(
      request.persona, [&](CommandSender& sender) { return send_forget(sender, request, ids, kIssuer); }, stop);
}

HttpAnswer CommandRoutes::sweep(const HttpRequest& request) {
  Result<Asked> asked = read_sweep(request.body);
  return asked.ok() ? send("sweep", asked->persona, std::move(asked->args_json), request.stop)
                    : refusal_of(asked.error());
}

HttpAnswer CommandRoutes::access(const HttpRequest& request) {
  Result<Asked> asked = read_access(request.body);
  return asked.ok() ? send("access", asked->persona, std::move(asked->args_json), request.stop)
                    : refusal_of(asked.error());
}

HttpAnswer CommandRoutes::send(const std::string& kind, const std::string& persona, std::string args_json,
                               const std::stop_token& stop) {
  const OutgoingCommand command{kind, persona, std::move(args_json), kIssuer};
  const auto commands = send_all(
      persona,
      [&](CommandSender& sender) -> Result<std::vector<std::string>> {
        TS_ASSIGN_OR_RETURN(const std::string id, sender.send(command));
        return std::vector<std::string>{id};
      },
      stop);
  return commands.ok() ? accepted(persona, *commands) : refusal_of(commands.error());
}

Status CommandRoutes::open(const std::stop_token& stop) {
  Status opened =
      stop.stop_requested() ? Status(error_of(error_codes::kStopped, "")) : open_sender(context_, client_, sender_);
  if (!opened.ok()) {
    opened.error().message = "Nothing was sent, because the log does not answer: " + opened.error().message;
  }
  return opened;
}

Result<std::vector<std::string>> CommandRoutes::send_all(const std::string& persona, const Send& send,
                                                         const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  TS_RETURN_IF_ERROR(open(stop));
  Result<std::vector<std::string>> commands = send(*sender_);
  Status stored = commands.ok() ? sender_->flush(stop) : Status();
  if (!commands.ok()) {
    sender_.reset();  // it may have some of the commands
    return commands.error();
  }
  if (!stored.ok()) {
    sender_.reset();
    stored.error().message = "It is not known whether the command is stored: " + stored.error().message;
    return stored.error();
  }
  const MutexLock sent_lock(sent_mutex_);
  for (const std::string& id : *commands) {
    order_.push_back(sent_.emplace(persona, id).first);
  }
  for (; order_.size() > kSentMax; order_.pop_front()) {
    sent_.erase(order_.front());
  }
  return commands;
}

HttpAnswer CommandRoutes::report(const HttpRequest& request) {
  const std::string persona = first_value(request.query, "persona");
  if (persona.empty()) {
    return problem(400, "The query must name the persona: /v1/commands/ID?persona=NAME.");
  }
  const auto found = recall_.model().find_command(persona, request.parameter);
  if (!found.ok()) {
    return problem(500, found.error().message);
  }
  if (*found) {
    return {.content_type = "application/json", .body = **found};
  }
  const MutexLock lock(sent_mutex_);
  if (sent_.count({persona, request.parameter}) == 0) {
    return problem(404,
                   "The persona has no command with this id, or it is not processed yet, or it is older than a week.");
  }
  HttpAnswer answer{.content_type = "application/json", .body = {}};
  json::Writer json(answer.body);
  json.begin_object().string("command_id", request.parameter).string("persona_id", persona);
  json.string("state", "pending").end_object();
  return answer;
}

}  // namespace turnstream::app
