#include "app/verbs/persona_command.h"

#include <nlohmann/json.hpp>
#include <set>

#include "app/command_outcome.h"
#include "app/commands.h"
#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/log_access/command_answers.h"
#include "app/log_access/open_log.h"
#include "pipeline/json/document.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

/// What the stages did for a command.
struct Done {
  std::vector<std::string> command_ids;
  bool is_answered = false;
  std::map<std::string, std::map<std::string, std::int64_t>> changes;  ///< by stage and "put memory", "delete fact"
  std::map<std::string, std::int64_t> processed;                       ///< by stage: `items_processed`
  std::map<std::string, std::string> refused;  ///< by stage: why it could not process the command
  std::set<std::string> unanswered;

  [[nodiscard]] ExitCode exit() const {
    return unanswered.empty() && refused.empty() ? ExitCode::kDone : ExitCode::kFailed;
  }
};

Status collect(CommandAnswers& answers, log::milliseconds wait, Done& done) {
  const std::set<std::string> ids(done.command_ids.begin(), done.command_ids.end());
  TS_ASSIGN_OR_RETURN(done.unanswered, answers.wait(ids, wait, [&](const model::Completion& part) {
    if (part.status == model::CompletionStatus::kFailure && part.error.has_value()) {
      done.refused[part.stage] = part.error->message;
    }
    done.processed[part.stage] += part.part == 0 ? part.items_processed : 0;
    for (const model::Change& change : part.changes) {
      ++done.changes[part.stage][std::string(name_in(model::kChangeOps, change.op)) + " " + change.kind];
    }
    return Status();
  }));
  done.is_answered = true;
  return {};
}

Result<Done> send(const Context& context, OpenLog& log, const PersonaCommand& command) {
  const log::milliseconds wait{command.wait_s * 1'000};
  TS_ASSIGN_OR_RETURN(CommandSender sender, CommandSender::open(context, log.client()));
  TS_ASSIGN_OR_RETURN(CommandAnswers answers, CommandAnswers::begin(context, log.client()));
  TS_ASSIGN_OR_RETURN(CommandOutcome outcome, CommandOutcome::begin(context, log));
  Done done;
  for (const std::string& args : command.args_json) {
    TS_ASSIGN_OR_RETURN(done.command_ids.emplace_back(),
                        sender.send({.kind = command.name, .persona = command.persona, .args_json = args}));
  }
  TS_RETURN_IF_ERROR(sender.flush());
  if (log.is_stopped() || command.wait_s == 0) {
    return done;
  }
  TS_ASSIGN_OR_RETURN(const CommandOutcome::Found found, outcome.wait(wait, {done.command_ids, command.persona}));
  if (!found.refused.empty()) {
    return error_of(error_codes::kInputRefused, "intake refused the command. " + found.refused.front());
  }
  TS_RETURN_IF_ERROR(collect(answers, wait, done));
  return done;
}

/// "added 2 insights, removed 3 working entries", without statistics. `counts`: by "put memory", "delete fact".
std::string changes_text(const std::map<std::string, std::int64_t>& counts) {
  std::string text;
  for (const auto& [op, verb] :
       {std::pair("put ", "added "), std::pair("patch ", "changed "), std::pair("delete ", "removed ")}) {
    const char* before = verb;
    for (const auto& [what, count] : counts) {
      const std::string kind = what.substr(what.find(' ') + 1);
      if (what.starts_with(op) && kind != "stats") {
        text.append(text.empty() ? "" : ", ").append(before).append(count_of(kind, count));
        before = "";
      }
    }
  }
  return text;
}

/// Prints what stages did besides changes of memories; whether there was any.
bool print_processed(const Context& context, const PersonaCommand& command, const Done& done) {
  bool any = false;
  for (const auto& [stage, words] : command.processed_words) {
    const auto count = done.processed.find(stage);
    if (count != done.processed.end() && count->second > 0) {
      context.out() << padded(stage, 14) << words << count->second << "\n";
      any = true;
    }
  }
  return any;
}

void print(const Context& context, const PersonaCommand& command, const Done& done) {
  if (context.json) {
    Json line{{"command_id", done.command_ids.front()},
              {"command_ids", done.command_ids},
              {"changes", done.changes},
              {"refused", done.refused},
              {"unanswered", done.unanswered}};
    for (const auto& [stage, words] : command.processed_words) {
      const auto count = done.processed.find(stage);
      line["allowed"][stage] = count == done.processed.end() ? 0 : count->second;
    }
    context.out() << json::document_text(line) << "\n";
    return;
  }
  if (!done.is_answered) {
    context.out() << "sent; the stages process the command when they run\n";
  }
  bool is_changed = false;
  for (const auto& [stage, counts] : done.changes) {
    const std::string text = changes_text(counts);
    context.out() << (text.empty() ? "" : padded(stage, 14) + text + "\n");
    is_changed = is_changed || !text.empty();
  }
  is_changed = print_processed(context, command, done) || is_changed;
  // What a stage that has not answered changes is not known.
  if (done.is_answered && !is_changed && done.refused.empty() && done.unanswered.empty()) {
    context.out() << "nothing changed: " << command.why_nothing << "\n";
  }
}

}  // namespace

Result<ExitCode> run_persona_command(Context& context, const PersonaCommand& command) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, command.name));
  TS_ASSIGN_OR_RETURN(const Done done, send(context, *log, command));
  print(context, command, done);
  for (const auto& [stage, message] : done.refused) {
    context.err() << "stage " << stage << " refused the command: " << message << "\n";
  }
  for (const std::string& stage : done.unanswered) {
    context.err() << "stage " << stage << " has not answered yet\n";
  }
  return done.exit();
}

}  // namespace turnstream::app
