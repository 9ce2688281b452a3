#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>

#include "app/errors.h"
#include "app/recall/ask.h"
#include "app/recall/recall_text.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/number_text.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

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
  bool digest = false;
  std::int64_t limit = 10;
  std::int64_t budget_chars = 4'000;
  std::string as_of;
  std::string after_turn;
};

/// Members are left out where no flag was given.
Result<nlohmann::json> common_request(const RecallFlags& flags) {
  nlohmann::json request{{"persona_id", flags.persona}};
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
  if (!flags.tags.empty()) {
    request["tags"] = flags.tags;
  }
  if (!flags.importance_min.empty()) {
    const auto number = read_number<double>(flags.importance_min);
    if (!number) {
      return usage_error("--min-importance must be a number from 0 to 1");
    }
    request["min_importance"] = *number;
  }
  return request;
}

void add_kinds(nlohmann::json& request, const RecallFlags& flags) {
  if (!flags.kinds.empty()) {
    request["kinds"] = flags.kinds;
  }
  if (!flags.types.empty()) {
    request["types"] = flags.types;
  }
  if (flags.current) {
    request["current"] = true;
  }
  request["limit"] = flags.limit;
}

HttpCall post(const std::string& path, const std::string& request) {
  return {.method = "POST", .path = path, .body = request, .content_type = "application/json"};
}

/// A line on stderr if the answer says that recall waits for stages.
void warn_of_waits(const Context& context, const std::string& answer) {
  std::string stages;
  for (const nlohmann::json& stage : json::parse_document(answer).value("waits_for", nlohmann::json::array())) {
    stages += (stages.empty() ? "" : ", ") + stage.get<std::string>();
  }
  if (!stages.empty() && !context.quiet) {
    context.err() << "recall waits for " << stages << ": what came after that is not in memory yet\n";
  }
}

void print(Context& context, const std::string& answer, const std::string& text) {
  if (!context.json) {
    warn_of_waits(context, answer);
  }
  context.out() << (context.json ? answer + "\n" : text);
}

Result<ExitCode> digest(Context& context) {
  TS_ASSIGN_OR_RETURN(const std::string answer, ask_memory(context, {.path = "/v1/digest"},
                                                           [](recall::Recall& recall) { return recall.digest(); }));
  print(context, answer, json::parse_document(answer).value("digest", "") + "\n");
  return ExitCode::kDone;
}

Result<ExitCode> recall_memory(Context& context, const RecallFlags& flags) {
  if (flags.digest) {
    return digest(context);
  }
  if (flags.persona.empty()) {
    return usage_error("--persona is missing: whose memory?");
  }
  TS_ASSIGN_OR_RETURN(nlohmann::json request, common_request(flags));
  add_kinds(request, flags);
  const std::string body = json::document_text(request);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      ask_memory(context, post("/v1/recall", body),
                                 [&](recall::Recall& recall) { return recall.recall(body, std::stop_token()); }));
  print(context, answer, recall_text(answer));
  return ExitCode::kDone;
}

Result<ExitCode> context_of(Context& context, const RecallFlags& flags) {
  TS_ASSIGN_OR_RETURN(nlohmann::json request, common_request(flags));
  request["budget_chars"] = flags.budget_chars;
  const std::string body = json::document_text(request);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      ask_memory(context, post("/v1/context", body),
                                 [&](recall::Recall& recall) { return recall.context(body, std::stop_token()); }));
  print(context, answer, json::parse_document(answer).value("text", ""));
  return ExitCode::kDone;
}

Result<ExitCode> about(Context& context, const RecallFlags& flags) {
  const std::string as_of = flags.as_of.empty() ? "" : "?as_of=" + url_escaped(flags.as_of);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      ask_memory(context, {.path = "/v1/personas/" + url_escaped(flags.persona) + as_of},
                                 [&](recall::Recall& recall) { return recall.about(flags.persona, flags.as_of); }));
  print(context, answer, about_text(answer));
  return ExitCode::kDone;
}

/// The flags of every question.
void add_flags(Verb& verb, RecallFlags& flags) {
  verb.arguments("QUERY", flags.query, "what to look for; without it, the most important and newest");
  verb.texts("--tag", flags.tags, "with this tag; of several, at least one");
  verb.text("--session", flags.session, "of this session");
  verb.text("--user", flags.user, "of this user");
  verb.text("--room", flags.room, "of this room");
  verb.text("--task", flags.task, "of this task");
  verb.text("--since", flags.since, "at or after this time");
  verb.text("--until", flags.until, "before this time");
  verb.text("--min-importance", flags.importance_min, "at least so important, from 0 to 1");
  verb.text("--as-of", flags.as_of, "as memory was then: a time, or partition@offset of the log");
  verb.text("--after-turn", flags.after_turn, "wait until this turn is in memory");
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
  verb.text("--persona", flags->persona, "whose memory");
  add_flags(verb, *flags);
  verb.texts("--kind", flags->kinds,
             "message, memory, fact, preference, habit, pattern, skill, insight, topic, daily or episode, repeatable");
  verb.texts("--type", flags->types,
             "type of an item, pattern or insight, such as chat, decision or error, repeatable");
  verb.flag("--current", flags->current, "without facts that no longer hold");
  verb.flag("--digest", flags->digest, "print a hash of the whole read model, equal for equal logs, and nothing else");
  verb.number("--limit", flags->limit, {1, static_cast<std::int64_t>(recall::kResultsMax)},
              "at most so many results (default 10)");
  verb.on_run([flags](Context& context) { return recall_memory(context, *flags); });
}

void add_context(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "context",
       .summary = "Write a text for an agent's prompt: what is known, what fits a query, what was said lately",
       .examples = "turnstream context --persona helper which port does the api use\n"
                   "turnstream context --persona helper --user ann --budget-chars 2000 --json"});
  auto flags = std::make_shared<RecallFlags>();
  verb.required_text("--persona", flags->persona, "whose memory");
  add_flags(verb, *flags);
  verb.number("--budget-chars", flags->budget_chars, {100, static_cast<std::int64_t>(recall::kBudgetCharsMax)},
              "length of the text at most, in characters (default 4000)");
  verb.on_run([flags](Context& context) { return context_of(context, *flags); });
}

void add_about(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "about",
                         .summary = "Show what is known of a persona: facts, preferences, habits, capabilities, topics",
                         .examples = "turnstream about helper\n"
                                     "turnstream about helper --as-of 2026-01-01T12:00:00Z --json"});
  auto flags = std::make_shared<RecallFlags>();
  verb.required_text("PERSONA", flags->persona, "the persona");
  verb.text("--as-of", flags->as_of, "as memory was then: a time, or partition@offset of the log");
  verb.on_run([flags](Context& context) { return about(context, *flags); });
}

}  // namespace turnstream::app
