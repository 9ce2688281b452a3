#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/explain/explainer.h"
#include "app/explain/log_lines.h"
#include "app/explain/report_text.h"
#include "app/log_access/open_log.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/message_id.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

struct ExplainFlags {
  std::string id;       ///< the first argument: an id, its first characters, or the word `turn`
  std::string turn_id;  ///< the second argument: the id, or its first characters, after the word `turn`
  std::string persona;
  std::string log_of;
  std::vector<std::string> log_lines;
};

/// Escapes what could harm a terminal in each text and name of the report.
Report shown(const Report& report) {
  if (report.is_string()) {
    return shown_text(report.get_ref<const std::string&>());
  }
  if (!report.is_structured()) {
    return report;
  }
  Report out(report.type());
  for (const auto& [name, value] : report.items()) {
    if (report.is_array()) {
      out.push_back(shown(value));
    } else {
      out[shown_text(name)] = shown(value);
    }
  }
  return out;
}

void print_text(std::ostream& out, const Report& report) {
  print_asked(out, report);
  if (report.contains("candidates")) {
    print_candidates(out, report);
  } else if (report.contains("event")) {
    print_event(out, report);
  } else if (report.contains("records")) {
    print_turn(out, report);
  } else {
    print_memory(out, report);
  }
}

void print(std::ostream& out, const Report& report, bool as_json) {
  if (as_json) {
    out << json::document_text(report) << "\n";
  } else {
    print_text(out, shown(report));
  }
}

/// Ids are case sensitive, but people also write UUIDs in capitals: what is not found as given is looked up in small letters.
Result<Report> find(RecordFinder& finder, const Question& question, bool is_turn) {
  const auto ask = is_turn ? explain_turn : explain_id;
  Result<Report> report = ask(finder, question);
  if (report.ok() || report.error().code != error_codes::kNotFound || to_lower(question.id) == question.id) {
    return report;
  }
  Result<Report> in_small = ask(finder, {to_lower(question.id), question.persona});
  return in_small.ok() ? std::move(in_small) : std::move(report);
}

Result<ExitCode> explain(Context& context, const ExplainFlags& flags) {
  const bool is_turn = flags.id == "turn" && !flags.turn_id.empty();
  if (!is_turn && !flags.turn_id.empty()) {
    return usage_error("explain takes an ID, or the word turn and an ID");
  }
  const Question question{is_turn ? flags.turn_id : std::string(codec::item_of(flags.id)), flags.persona};
  if (question.id.size() < kIdCharactersMin) {
    return usage_error("an id, or at least " + std::to_string(kIdCharactersMin) +
                       " of its first characters, is needed" + (flags.id == "turn" ? " after the word turn" : ""));
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "explain"));
  TS_ASSIGN_OR_RETURN(RecordFinder finder,
                      RecordFinder::open({log->client(), context.settings().topics.name_space, context.catalog,
                                          answer_timeout(context), context.unescaped_err(),
                                          context.surroundings.err_is_terminal && !context.quiet, flags.log_of}));
  TS_ASSIGN_OR_RETURN(Report report, find(finder, question, is_turn));
  if (report.contains("records")) {
    TS_RETURN_IF_ERROR(add_log_lines(report, flags.log_lines, context.in()));
  }
  print(context.out(), report, context.json);
  if (report.contains("candidates")) {
    return usage_error(question.id + " fits " + std::to_string(report["candidates"].size()) +
                       " ids: give more characters, or the persona with --persona");
  }
  return ExitCode::kDone;
}

}  // namespace

void add_explain(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "explain",
       .summary = "Explain the origin, history and end of any memory, an event, or the effects of a turn or command",
       .examples = "turnstream explain 61e2e4d0-312c-5278-9766-75be294db30c\n"
                   "turnstream explain f8c14a --persona helper\n"
                   "turnstream explain turn 01JGFJJZ00000000000000000A --log-lines run.log\n"
                   "turnstream explain turn 01JGFJJZ00000000000000000A --json | jq '.records.list[0].stages'"});
  auto flags = std::make_shared<ExplainFlags>();
  verb.required_text(
      "ID", flags->id,
      "the id of a memory, event, turn or command, or its first characters (at least 6); or the word turn");
  verb.text("TURN_ID", flags->turn_id, "after the word turn: the id of a turn or command, or its first characters");
  verb.text("--persona", flags->persona,
            "only of this persona; reads one partition of each topic except the dead letters");
  verb.text("--log-of", flags->log_of, "the namespace whose log the stages read, as with run --log-of");
  verb.texts("--log-lines", flags->log_lines, "for a turn: a file with the log lines of a process (log.format=json)");
  verb.on_run([flags](Context& context) { return explain(context, *flags); });
}

}  // namespace turnstream::app
