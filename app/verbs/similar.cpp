#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>

#include "app/errors.h"
#include "app/recall/ask.h"
#include "app/recall/recall_text.h"
#include "app/recall/timeline_query.h"
#include "app/verbs/recall_flags.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kSimilarLimit = 10;
constexpr std::int64_t kOtherLimit = 100;

using Answer = Result<std::string> (recall::Recall::*)(std::string_view request, const std::stop_token& stop);

/// `words_name`: the member for the words of the command line.
Result<ExitCode> ask_for_results(Context& context, const RecallFlags& flags, const char* words_name,
                                 const std::string& path, Answer own) {
  TS_ASSIGN_OR_RETURN(nlohmann::json request, conditions_of(flags, words_name));
  add_kinds(request, flags);
  const std::string body = json::document_text(request);
  TS_ASSIGN_OR_RETURN(const std::string answer, ask_memory(context, post_json(path, body), [&](recall::Recall& recall) {
                        return (recall.*own)(body, std::stop_token());
                      }));
  print_answer(context, answer, recall_text(answer));
  return ExitCode::kDone;
}

Result<ExitCode> timeline(Context& context, const RecallFlags& flags) {
  TS_ASSIGN_OR_RETURN(nlohmann::json request, conditions_of(flags, "query"));
  add_kinds(request, flags);
  const std::string body = json::document_text(request);
  TS_ASSIGN_OR_RETURN(const std::string answer,
                      ask_memory(context, {.path = timeline_path(request)},
                                 [&](recall::Recall& recall) { return recall.timeline(body); }));
  print_answer(context, answer, timeline_text(answer));
  return ExitCode::kDone;
}

}  // namespace

void add_similar(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "similar",
       .summary = "Find the memories that say most nearly what a memory or a text says",
       .examples = "turnstream similar --persona helper the api port was moved\n"
                   "turnstream similar --persona helper --id 61e2e4d0-312c-5278-9766-75be294db30c --kind insight"});
  auto flags = std::make_shared<RecallFlags>();
  verb.required_text("--persona", flags->persona, "whose memory");
  verb.arguments("TEXT", flags->query, "what to compare with");
  verb.text("--id", flags->id, "a message or memory to compare with, in place of a text");
  add_condition_flags(verb, *flags);
  add_kind_flags(verb, *flags);
  add_limit_flag(verb, *flags, kSimilarLimit);
  verb.on_run([flags](Context& context) {
    return ask_for_results(context, *flags, "text", "/v1/similar", &recall::Recall::similar);
  });
}

void add_related(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "related",
                         .summary = "List what memory has of a user, room, task or session, the newest first",
                         .examples = "turnstream related --persona helper --user ann\n"
                                     "turnstream related --persona helper --task deploy --kind memory --json"});
  auto flags = std::make_shared<RecallFlags>();
  verb.required_text("--persona", flags->persona, "whose memory");
  add_condition_flags(verb, *flags);
  add_kind_flags(verb, *flags);
  add_limit_flag(verb, *flags, kOtherLimit);
  verb.on_run([flags](Context& context) {
    return ask_for_results(context, *flags, "query", "/v1/related", &recall::Recall::related);
  });
}

void add_timeline(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "timeline",
       .summary =
           "Show how facts, instructions, preferences and habits of a persona changed: when each began, changed and ended",
       .examples = "turnstream timeline --persona helper\n"
                   "turnstream timeline --persona helper api port\n"
                   "turnstream timeline --persona helper --id 61e2e4d0-312c-5278-9766-75be294db30c --json"});
  auto flags = std::make_shared<RecallFlags>();
  verb.required_text("--persona", flags->persona, "whose memory");
  verb.arguments("QUERY", flags->query, "only of memories that fit these words and are still there");
  verb.text("--id", flags->id, "only of this memory, of any kind");
  verb.text("--user", flags->user, "only what this user said of themselves");
  verb.texts(
      "--kind", flags->kinds,
      "memory, fact, note, instruction, preference, habit, pattern, skill, insight, topic, daily or episode, repeatable");
  verb.texts("--type", flags->types, "type of an item, pattern or insight, such as decision or error, repeatable");
  verb.flag("--current", flags->current, "without facts and notes that no longer hold");
  verb.text("--since", flags->since, "changes at or after this time");
  verb.text("--until", flags->until, "changes before this time");
  add_as_of_flag(verb, *flags);
  add_limit_flag(verb, *flags, kOtherLimit);
  verb.on_run([flags](Context& context) { return timeline(context, *flags); });
}

}  // namespace turnstream::app
