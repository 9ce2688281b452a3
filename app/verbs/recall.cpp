#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>

#include "app/errors.h"
#include "app/http/url_text.h"
#include "app/recall/ask.h"
#include "app/recall/recall_text.h"
#include "app/verbs/recall_flags.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

Result<ExitCode> digest(Context& context) {
  TS_ASSIGN_OR_RETURN(const std::string answer, ask_memory(context, {.path = "/v1/digest"},
                                                           [](recall::Recall& recall) { return recall.digest(); }));
  print_answer(context, answer, json::parse_document(answer).value("digest", "") + "\n");
  return ExitCode::kDone;
}

Result<ExitCode> recall_memory(Context& context, const RecallFlags& flags) {
  if (flags.digest) {
    return digest(context);
  }
  TS_ASSIGN_OR_RETURN(nlohmann::json request, conditions_of(flags, "query"));
  add_kinds(request, flags);
  const std::string body = json::document_text(request);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      ask_memory(context, post_json("/v1/recall", body),
                                 [&](recall::Recall& recall) { return recall.recall(body, std::stop_token()); }));
  print_answer(context, answer, recall_text(answer));
  return ExitCode::kDone;
}

Result<ExitCode> context_of(Context& context, const RecallFlags& flags) {
  TS_ASSIGN_OR_RETURN(nlohmann::json request, conditions_of(flags, "query"));
  request["budget_chars"] = flags.budget_chars;
  const std::string body = json::document_text(request);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      ask_memory(context, post_json("/v1/context", body),
                                 [&](recall::Recall& recall) { return recall.context(body, std::stop_token()); }));
  print_answer(context, answer, json::parse_document(answer).value("text", ""));
  return ExitCode::kDone;
}

Result<ExitCode> about(Context& context, const RecallFlags& flags) {
  std::string path = "/v1/personas/" + url_escaped(flags.persona);
  char separator = '?';
  for (const auto& [name, value] : {std::pair("as_of=", &flags.as_of), {"user_id=", &flags.user}}) {
    if (!value->empty()) {
      path += separator + (name + url_escaped(*value));
      separator = '&';
    }
  }
  TS_ASSIGN_OR_RETURN(const std::string answer, ask_memory(context, {.path = path}, [&](recall::Recall& recall) {
                        return recall.about(flags.persona, flags.as_of, flags.user);
                      }));
  print_answer(context, answer, about_text(answer));
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
  verb.text("--persona", flags->persona, "whose memory");
  verb.arguments("QUERY", flags->query, "what to look for; without it, the most important and newest");
  add_condition_flags(verb, *flags);
  add_kind_flags(verb, *flags);
  verb.flag("--digest", flags->digest, "print a hash of the whole read model, equal for equal logs, and nothing else");
  add_limit_flag(verb, *flags, 10);
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
  verb.arguments("QUERY", flags->query, "what to look for");
  add_condition_flags(verb, *flags);
  verb.number("--budget-chars", flags->budget_chars, {100, static_cast<std::int64_t>(recall::kBudgetCharsMax)},
              "length of the text at most, in characters (default 4000)");
  verb.on_run([flags](Context& context) { return context_of(context, *flags); });
}

void add_about(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "about",
       .summary = "Show what is known of a persona: instructions, facts, preferences, habits, capabilities, topics",
       .examples = "turnstream about helper\n"
                   "turnstream about helper --user ann\n"
                   "turnstream about helper --as-of 2026-01-01T12:00:00Z --json"});
  auto flags = std::make_shared<RecallFlags>();
  verb.required_text("PERSONA", flags->persona, "the persona");
  verb.text("--user", flags->user, "only what rests on turns of this user");
  add_as_of_flag(verb, *flags);
  verb.on_run([flags](Context& context) { return about(context, *flags); });
}

}  // namespace turnstream::app
