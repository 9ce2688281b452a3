#include "app/verbs/recall_flags.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/errors.h"
#include "pipeline/base/joined_text.h"
#include "pipeline/base/number_text.h"
#include "pipeline/json/document.h"
#include "recall/answers/query.h"

namespace turnstream::app {
namespace {

/// A line on stderr if the answer says that recall waits for stages.
void warn_of_waits(const Context& context, const std::string& answer) {
  const std::string stages = joined(json::parse_document(answer).value("waits_for", std::vector<std::string>()), ", ");
  if (!stages.empty() && !context.quiet) {
    context.err() << "recall waits for " << stages << ": what came after that is not in memory yet\n";
  }
}

}  // namespace

Result<nlohmann::json> conditions_of(const RecallFlags& flags, const char* words_name) {
  if (flags.persona.empty()) {
    return usage_error("--persona is missing: whose memory?");
  }
  nlohmann::json request{{"persona_id", flags.persona}};
  std::string words;
  for (const std::string& word : flags.query) {
    words += words.empty() ? word : " " + word;
  }
  const std::pair<const char*, const std::string*> texts[] = {
      {words_name, &words},     {"session_id", &flags.session},
      {"user_id", &flags.user}, {"room_id", &flags.room},
      {"task_id", &flags.task}, {"id", &flags.id},
      {"since", &flags.since},  {"until", &flags.until},
      {"as_of", &flags.as_of},  {"after_turn", &flags.after_turn}};
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
    if (!number || !std::isfinite(*number)) {
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

HttpCall post_json(const std::string& path, const std::string& request) {
  return {.method = "POST", .path = path, .body = request, .content_type = "application/json"};
}

void print_answer(Context& context, const std::string& answer, const std::string& text) {
  if (!context.json) {
    warn_of_waits(context, answer);
  }
  context.out() << (context.json ? answer + "\n" : text);
}

void add_condition_flags(Verb& verb, RecallFlags& flags) {
  verb.texts("--tag", flags.tags, "with this tag; of several, at least one");
  verb.text("--session", flags.session, "of this session");
  verb.text("--user", flags.user, "of this user");
  verb.text("--room", flags.room, "of this room");
  verb.text("--task", flags.task, "of this task");
  verb.text("--since", flags.since, "at or after this time");
  verb.text("--until", flags.until, "before this time");
  verb.text("--min-importance", flags.importance_min, "at least so important, from 0 to 1");
  add_as_of_flag(verb, flags);
  verb.text("--after-turn", flags.after_turn, "wait until this turn is in memory");
}

void add_kind_flags(Verb& verb, RecallFlags& flags) {
  verb.texts(
      "--kind", flags.kinds,
      "message, memory, fact, note, instruction, preference, habit, pattern, skill, insight, topic, daily or episode, repeatable");
  verb.texts("--type", flags.types, "type of an item, pattern or insight, such as chat, decision or error, repeatable");
  verb.flag("--current", flags.current, "without facts and notes that no longer hold");
}

void add_limit_flag(Verb& verb, RecallFlags& flags, std::int64_t otherwise) {
  flags.limit = otherwise;
  verb.number("--limit", flags.limit, {1, static_cast<std::int64_t>(recall::kResultsMax)},
              "at most so many (default " + std::to_string(otherwise) + ")");
}

void add_as_of_flag(Verb& verb, RecallFlags& flags) {
  verb.text("--as-of", flags.as_of,
            "as memory was then: a time (when turns came into the log), or partition@offset of the log");
}

}  // namespace turnstream::app
