#include "app/mcp/memory_calls.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sstream>

#include "app/explain/report_text.h"
#include "app/http/url_text.h"
#include "app/recall/recall_text.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::milliseconds kCallMax{90'000};
constexpr int kFirstBad = 300;
constexpr std::int64_t kReportMaxUs = 20'000'000;
constexpr int kBetweenReportsMs = 20;
constexpr std::size_t kPreviewed = 20;

std::string id_in_path(const std::string& path, const std::string& id, const std::string& persona) {
  return path + url_escaped(id) + "?persona=" + url_escaped(persona);
}

/// The turn that the arguments of `remember` describe.
Json turn_of(const Json& arguments, const std::string& persona, const std::string& id, WallTime now) {
  Json turn{{"turn_id", id},
            {"agent_id", persona},
            {"timestamp", format_time(now.value())},
            {"turn_data",
             {{"user_input", json::text_member(arguments, "user_input")},
              {"assistant_response", json::text_member(arguments, "assistant_response")}}}};
  for (const char* name : {"session_id", "user_id", "user_name"}) {
    if (arguments.contains(name)) {
      turn[name] = arguments[name];
    }
  }
  Json observations = Json::array();
  for (const Json& fact : arguments.value("facts", Json::array())) {
    const std::string number = std::to_string(observations.size());
    observations.push_back(
        {{"id", "fact" + number}, {"type", "observation"}, {"content", fact}, {"source", "assistant"}});
  }
  if (!observations.empty()) {
    turn["observations"] = std::move(observations);
  }
  if (arguments.contains("memories_recalled")) {
    turn["metadata"] = {{"memories_recalled", arguments["memories_recalled"]}};
  }
  return turn;
}

/// "episodic: memory: 2 removed", a line for each stage that changed a memory or failed.
std::string changes_text(const Json& report) {
  std::string text;
  const Json stages = report.value("stages", Json::object());
  for (const auto& [stage, answer] : stages.items()) {
    std::string of_stage = answer.value("message", std::string());
    const Json changes = answer.value("changes", Json::object());
    for (const auto& [kind, counts] : changes.items()) {
      for (const auto& [change, count] : counts.items()) {
        const std::string done = change == "delete" ? "removed" : change == "put" ? "written" : "changed";
        of_stage += (of_stage.empty() ? "" : ", ") + kind + ": " + count.dump() + " " + done;
      }
    }
    text += of_stage.empty() ? "" : "\n" + stage + ": " + of_stage;
  }
  return text;
}

/// Whether all stages have done it.
bool is_success(const Json& report) {
  const Json stages = report.value("stages", Json::object());
  return json::text_member(report, "state") == "done" &&
         std::all_of(stages.begin(), stages.end(),
                     [](const Json& stage) { return json::text_member(stage, "status") != "failure"; });
}

}  // namespace

/// What a process answers to a request.
struct MemoryCalls::Reply {
  std::string body;     ///< of a good answer: a JSON object
  std::string failure;  ///< why there is none, as a sentence; empty: there is one

  [[nodiscard]] bool ok() const { return failure.empty(); }
  [[nodiscard]] Json object() const { return json::parse_document(body); }
  [[nodiscard]] ToolAnswer as_failure() const { return {failure, {}, true}; }
  /// The body for programs, and a text for the model.
  [[nodiscard]] ToolAnswer with(std::string text) const { return {std::move(text), body, false}; }
};

std::string MemoryCalls::persona_of(const Json& arguments) const {
  return persona_ ? *persona_ : json::text_member(arguments, "persona_id");
}

Json MemoryCalls::request_of(const Json& arguments) const {
  Json request = arguments;
  request["persona_id"] = persona_of(arguments);
  return request;
}

MemoryCalls::Reply MemoryCalls::call(HttpCall call) {
  call.timeout = kCallMax;
  const Result<HttpReply> reply = process_.call(call);
  if (!reply.ok()) {
    return {{}, reply.error().message};
  }
  const Json body = json::parse_document(reply->body);
  if (reply->status < kFirstBad && body.is_object()) {
    return {reply->body, {}};
  }
  const std::string detail = body.is_object() ? json::text_member(body, "detail") : reply->body;
  return {{}, detail.empty() ? "The server answered " + std::to_string(reply->status) + "." : detail};
}

MemoryCalls::Reply MemoryCalls::get(const std::string& path) {
  return call({.method = "GET", .path = path});
}

MemoryCalls::Reply MemoryCalls::post(const std::string& path, const Json& request) {
  return call(
      {.method = "POST", .path = path, .body = json::document_text(request), .content_type = "application/json"});
}

ToolAnswer MemoryCalls::remember(const Json& arguments) {
  const WallTime now = SystemClock().wall_now();
  const Json turn = turn_of(arguments, persona_of(arguments), ids_.next(now), now);
  const Reply reply = post("/v1/turns?wait=memory&timeout_ms=20000", turn);
  if (!reply.ok()) {
    return reply.as_failure();
  }
  const Json sent = reply.object().at("turns").at(0);
  const std::string memory = json::text_member(sent, "memory");
  if (memory == "refused") {
    return {"Memory does not take this turn: " + json::text_member(sent, "code"), {}, true};
  }
  return {memory == "pending" ? "Stored; it will be in memory in a moment." : "Remembered.", json::document_text(sent),
          false};
}

ToolAnswer MemoryCalls::ask(const std::string& path, const Json& arguments, std::string (*text_of)(std::string_view)) {
  const Reply reply = post(path, request_of(arguments));
  return reply.ok() ? reply.with(text_of(reply.body)) : reply.as_failure();
}

ToolAnswer MemoryCalls::about(const Json& arguments) {
  const std::string user = json::text_member(arguments, "user_id");
  const Reply reply =
      get("/v1/personas/" + url_escaped(persona_of(arguments)) + (user.empty() ? "" : "?user_id=" + url_escaped(user)));
  return reply.ok() ? reply.with(about_text(reply.body)) : reply.as_failure();
}

ToolAnswer MemoryCalls::explain(const Json& arguments) {
  const Reply reply = get(id_in_path("/v1/explain/", json::text_member(arguments, "id"), persona_of(arguments)));
  if (!reply.ok()) {
    return reply.as_failure();
  }
  const Report report = json::parse_ordered(reply.body);
  std::ostringstream text;
  print_asked(text, report);
  if (report.contains("event")) {
    print_event(text, report);
  } else if (report.contains("records")) {
    print_turn(text, report);
  } else {
    print_memory(text, report);
  }
  return reply.with(text.str());
}

ToolAnswer MemoryCalls::preview(const Json& arguments) {
  const std::string persona = persona_of(arguments);
  std::string text = "Nothing is forgotten yet.";
  const Json ids = arguments.value("ids", Json::array());
  for (std::size_t i = 0; i < std::min(ids.size(), kPreviewed); ++i) {
    const std::string name = ids[i].is_string() ? ids[i].get<std::string>() : "";
    const Reply found = get(id_in_path("/v1/memories/", name, persona));
    text += "\n- " + name + ": " + (found.ok() ? json::text_member(found.object(), "text") : found.failure);
  }
  text += ids.size() > kPreviewed ? "\n- and " + std::to_string(ids.size() - kPreviewed) + " more" : "";
  text += "\nIt cannot be undone. Ask the person; then call forget again with the same arguments and \"confirm\": \"" +
          persona + "\".";
  return {std::move(text), {}, false};
}

Json MemoryCalls::report_of(const std::string& command, const std::string& persona) {
  const SystemClock clock;
  const std::int64_t end_us = clock.monotonic_now().value() + kReportMaxUs;
  Json report{{"command_id", command}, {"state", "pending"}};
  while (json::text_member(report, "state") == "pending" && clock.monotonic_now().value() < end_us) {
    const Reply reply = get(id_in_path("/v1/commands/", command, persona));
    if (reply.ok()) {
      report = reply.object();
    }
    ::poll(nullptr, 0, kBetweenReportsMs);
  }
  return report;
}

ToolAnswer MemoryCalls::command(const std::string& path, const Json& request, const std::string& done) {
  const Reply sent = post(path, request);
  if (!sent.ok()) {
    return sent.as_failure();
  }
  ToolAnswer answer{done, {}, false};
  Json reports = Json::array();
  const Json commands = sent.object().at("commands");
  for (const Json& id : commands) {
    Json report = report_of(id.get<std::string>(), json::text_member(request, "persona_id"));
    if (!is_success(report)) {
      const bool is_done = json::text_member(report, "state") == "done";
      answer.text =
          is_done ? "Not all stages could do it." : "Not done yet; the stages will do it when they get to it.";
      answer.is_error = is_done;
    }
    answer.text += changes_text(report);
    reports.push_back(std::move(report));
  }
  answer.structured = json::document_text(Json{{"commands", std::move(reports)}});
  return answer;
}

ToolAnswer MemoryCalls::forget(const Json& arguments) {
  const Json request = request_of(arguments);
  if (json::text_member(arguments, "confirm") != json::text_member(request, "persona_id")) {
    return preview(arguments);
  }
  return command("/v1/forget", request, "Forgotten.");
}

ToolAnswer MemoryCalls::consolidate(const Json& arguments) {
  return command("/v1/commands/sweep", request_of(arguments), "Consolidated.");
}

ToolAnswer MemoryCalls::status() {
  const Reply reply = get("/status");
  if (!reply.ok()) {
    return reply.as_failure();
  }
  const Json recall = reply.object().value("recall", Json());
  const std::string state = recall.is_object() ? "; recall: " + json::text_member(recall, "state") : "";
  return reply.with("Memory runs" + state + ".");
}

}  // namespace turnstream::app
