#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>

#include "app/errors.h"
#include "app/http/http_call.h"
#include "app/log_access/state_directory.h"
#include "app/recall/recall_host.h"
#include "app/recall/recall_text.h"
#include "app/status/endpoint.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr int kGood = 200;
constexpr std::chrono::milliseconds kBeyondWait{20'000};  ///< for a request, in addition to recall.after_turn_ms

struct RecallFlags {
  std::vector<std::string> query;
  std::string persona;
  std::vector<std::string> kinds;
  std::vector<std::string> types;
  std::vector<std::string> tags;
  std::string session;
  std::string user;
  std::string room;
  std::string task;
  std::string since;
  std::string until;
  std::string importance_min;
  bool current = false;
  std::int64_t limit = 10;
  std::string as_of;
  std::string after_turn;
};

/// The body of POST /v1/recall. Members are left out where no flag was given.
Result<std::string> request_of(const RecallFlags& flags) {
  nlohmann::json request{{"persona_id", flags.persona}, {"limit", flags.limit}};
  std::string query;
  for (const std::string& word : flags.query) {
    query += query.empty() ? word : " " + word;
  }
  const std::pair<const char*, const std::string*> texts[] = {
      {"query", &query},        {"session_id", &flags.session}, {"user_id", &flags.user},
      {"room_id", &flags.room}, {"task_id", &flags.task},       {"since", &flags.since},
      {"until", &flags.until},  {"as_of", &flags.as_of},        {"after_turn", &flags.after_turn}};
  for (const auto& [name, text] : texts) {
    if (!text->empty()) {
      request[name] = *text;
    }
  }
  const std::pair<const char*, const std::vector<std::string>*> lists[] = {
      {"kinds", &flags.kinds}, {"types", &flags.types}, {"tags", &flags.tags}};
  for (const auto& [name, list] : lists) {
    if (!list->empty()) {
      request[name] = *list;
    }
  }
  if (flags.current) {
    request["current"] = true;
  }
  if (!flags.importance_min.empty()) {
    const auto number = read_number<double>(flags.importance_min);
    if (!number) {
      return usage_error("--min-importance must be a number from 0 to 1");
    }
    request["min_importance"] = *number;
  }
  return json::document_text(request);
}

/// Asks the process that has the state directory open.
Result<std::string> ask_process(const Context& context, const std::string& directory, const std::string& request) {
  HttpCall call{.method = "POST", .path = "/v1/recall", .body = request, .content_type = "application/json"};
  call.timeout = std::chrono::milliseconds(context.settings().recall.after_turn_ms) + kBeyondWait;
  TS_ASSIGN_OR_RETURN(const HttpReply reply, http_call(HttpSocket{StateDirectory::http_socket(directory)}, call));
  if (reply.status == kGood) {
    return reply.body;
  }
  const nlohmann::json problem = json::parse_document(reply.body);
  const std::string detail = problem.is_object() ? problem.value("detail", reply.body) : reply.body;
  return reply.status == 400 ? usage_error(detail) : error_of(error_codes::kFailed, detail);
}

/// Opens the store of recall: no process has it open.
Result<std::string> ask_store(const Context& context, const std::string& path, const std::string& request) {
  TS_ASSIGN_OR_RETURN(const StateDirectory directory, StateDirectory::open(path, "recall"));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<RecallHost> host,
                      RecallHost::open(context.settings(), directory.recall_folder()));
  LogTime newest;
  for (const recall::Progress& progress : host->model().progress()) {
    newest = std::max(newest, progress.log_time);
  }
  if (!context.quiet) {
    context.err() << (newest.value() == 0 ? "memory is empty: no `turnstream run` has used this state directory"
                                          : "no process runs: memory as of " + format_time(newest.value()))
                  << "\n";
  }
  Result<std::string> answer = host->recall().recall(request, std::stop_token());
  if (!answer.ok() && answer.error().code == error_codes::kBadQuery) {
    return usage_error(answer.error().pointer + ": " + answer.error().message);
  }
  return answer;
}

Result<ExitCode> recall_memory(Context& context, const RecallFlags& flags) {
  TS_ASSIGN_OR_RETURN(const std::string request, request_of(flags));
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  TS_ASSIGN_OR_RETURN(const std::optional<Endpoint> endpoint, read_endpoint(directory));
  const bool runs = endpoint && is_running(*endpoint);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      runs ? ask_process(context, directory, request) : ask_store(context, directory, request));
  context.out() << (context.json ? answer + "\n" : recall_text(answer));
  return ExitCode::kDone;
}

}  // namespace

void add_recall(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "recall",
       .summary =
           "Ask a persona's memory: the messages, facts, insights and other memories that fit best, with their ids",
       .examples =
           "turnstream recall --persona helper which port does the api use\n"
           "turnstream recall --persona helper --kind fact --current api port --json\n"
           "turnstream recall --persona helper --type chat --since 2026-01-01T00:00:00Z --min-importance 0.5 --limit 50\n"
           "turnstream recall --persona helper --type decision --min-importance 0.7\n"
           "turnstream recall --persona helper --type error --limit 20\n"
           "turnstream recall --persona helper --tag coding --tag typescript --min-importance 0.6 --limit 30\n"
           "turnstream recall --persona helper --as-of 2026-01-01T12:00:00Z api port"});
  auto flags = std::make_shared<RecallFlags>();
  verb.arguments("QUERY", flags->query, "what to look for; without it, the most important and newest");
  verb.required_text("--persona", flags->persona, "whose memory");
  verb.texts("--kind", flags->kinds,
             "message, memory, fact, preference, habit, pattern, skill, insight, topic, daily or episode, repeatable");
  verb.texts("--type", flags->types,
             "type of an item, pattern or insight, such as chat, decision or error, repeatable");
  verb.texts("--tag", flags->tags, "with this tag; of several, at least one");
  verb.text("--session", flags->session, "of this session");
  verb.text("--user", flags->user, "of this user");
  verb.text("--room", flags->room, "of this room");
  verb.text("--task", flags->task, "of this task");
  verb.text("--since", flags->since, "at or after this time");
  verb.text("--until", flags->until, "before this time");
  verb.text("--min-importance", flags->importance_min, "at least so important, from 0 to 1");
  verb.flag("--current", flags->current, "without facts that no longer hold");
  verb.number("--limit", flags->limit, {1, static_cast<std::int64_t>(recall::kResultsMax)},
              "at most so many results (default 10)");
  verb.text("--as-of", flags->as_of, "as memory was then: a time, or partition@offset of the log");
  verb.text("--after-turn", flags->after_turn, "wait until this turn is in memory");
  verb.on_run([flags](Context& context) { return recall_memory(context, *flags); });
}

}  // namespace turnstream::app
