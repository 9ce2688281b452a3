// The verbs that send one command to one persona, wait for the stages, and print what changed: unforget, grant, revoke,
// access, sweep.

#include <map>
#include <nlohmann/json.hpp>

#include "app/command_outcome.h"
#include "app/commands.h"
#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/log_access/command_answers.h"
#include "app/log_access/open_log.h"
#include "app/memory/sweep_preview.h"
#include "app/verbs/usual_ids.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

struct Flags {
  std::string persona;
  std::vector<std::string> ids;
  std::string session;
  bool all = false;
  std::string target;
  std::vector<std::string> tags;
  std::vector<std::string> domains;
  std::vector<std::string> passes;
  std::string since;
  bool dry_run = false;
  std::int64_t wait_s = 30;
};

/// What the stages did for a command.
struct Done {
  std::string command_id;
  bool is_answered = false;
  std::map<std::string, std::map<std::string, std::int64_t>> changes;  ///< by stage and "put memory", "delete fact"
  std::map<std::string, std::string> refused;  ///< by stage: why it could not process the command
  std::set<std::string> unanswered;

  [[nodiscard]] ExitCode exit() const {
    return unanswered.empty() && refused.empty() ? ExitCode::kDone : ExitCode::kFailed;
  }
};

Result<Done> send(const Context& context, OpenLog& log, const std::string& kind, const Flags& flags, const Json& args) {
  const log::milliseconds wait{flags.wait_s * 1'000};
  TS_ASSIGN_OR_RETURN(CommandSender sender, CommandSender::open(context, log.client()));
  TS_ASSIGN_OR_RETURN(CommandAnswers answers, CommandAnswers::begin(context, log.client()));
  TS_ASSIGN_OR_RETURN(CommandOutcome outcome, CommandOutcome::begin(context, log));
  Done done;
  TS_ASSIGN_OR_RETURN(
      done.command_id,
      sender.send_named({.kind = kind, .persona = flags.persona, .args_json = json::document_text(args)}));
  TS_RETURN_IF_ERROR(sender.flush());
  if (log.is_stopped() || flags.wait_s == 0) {
    return done;
  }
  TS_ASSIGN_OR_RETURN(const CommandOutcome::Found found, outcome.wait(wait));
  if (!found.refused.empty()) {
    return error_of(error_codes::kInputRefused, "intake refused the command. " + found.refused.front());
  }
  TS_ASSIGN_OR_RETURN(done.unanswered, answers.wait({done.command_id}, wait, [&](const model::Completion& part) {
    if (part.status == model::CompletionStatus::kFailure && part.error.has_value()) {
      done.refused[part.stage] = part.error->message;
    }
    for (const model::Change& change : part.changes) {
      ++done.changes[part.stage][std::string(name_in(model::kChangeOps, change.op)) + " " + change.kind];
    }
    return Status();
  }));
  done.is_answered = true;
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

/// `why_nothing`: what it means if no stage changed a memory.
void print(const Context& context, const Done& done, const std::string& why_nothing) {
  if (context.json) {
    const Json line{{"command_id", done.command_id},
                    {"changes", done.changes},
                    {"refused", done.refused},
                    {"unanswered", done.unanswered}};
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
  if (done.is_answered && !is_changed && done.refused.empty()) {
    context.out() << "nothing changed: " << why_nothing << "\n";
  }
}

/// A kind of command: how its arguments are made of the flags, and what it means if no stage changed a memory.
struct Kind {
  std::string name;
  Json (*make_args)(const Flags&);
  std::string why_nothing;
};

Result<ExitCode> run_command(Context& context, const Kind& kind, const Flags& flags) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, kind.name));
  TS_ASSIGN_OR_RETURN(const Done done, send(context, *log, kind.name, flags, kind.make_args(flags)));
  print(context, done, kind.why_nothing);
  for (const auto& [stage, message] : done.refused) {
    context.err() << "stage " << stage << " refused the command: " << message << "\n";
  }
  for (const std::string& stage : done.unanswered) {
    context.err() << "stage " << stage << " has not answered yet\n";
  }
  return done.exit();
}

/// `check`: refuses wrong usage; it may be null.
void finish(Verb& verb, Kind kind, std::shared_ptr<Flags> flags, Status (*check)(const Flags&)) {
  verb.number("--wait", flags->wait_s, {0, 3600}, "seconds to wait for the stages (default 30)");
  verb.on_run([kind = std::move(kind), flags = std::move(flags), check](Context& context) -> Result<ExitCode> {
    TS_RETURN_IF_ERROR(check == nullptr ? Status() : check(*flags));
    return run_command(context, kind, *flags);
  });
}

Json unforget_args(const Flags& flags) {
  Json args{{"ids", in_usual_form(flags.ids)}, {"all", flags.all}};
  if (!flags.session.empty()) {
    args["session_id"] = flags.session;
  }
  return args;
}
Json grant_args(const Flags& flags) {
  return {{"target", flags.target}, {"tags", flags.tags}, {"domains", flags.domains}};
}
Json access_args(const Flags& flags) {
  return {{"ids", in_usual_form(flags.ids)}};
}
Json sweep_args(const Flags& flags) {
  Json args = Json::object();
  if (!flags.passes.empty()) {
    args["passes"] = flags.passes;
  }
  if (!flags.since.empty()) {
    args["since"] = flags.since;
  }
  return args;
}

/// Shows what the stages would do for the command, from their changelogs.
Result<ExitCode> preview_sweep(Context& context, const Flags& flags) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "sweep"));
  TS_ASSIGN_OR_RETURN(const Report report,
                      SweepPreview(context, log->client(), flags.persona).run(json::document_text(sweep_args(flags))));
  if (context.json) {
    context.out() << json::document_text(report) << "\n";
  } else {
    print_preview(context.out(), report);
  }
  return ExitCode::kDone;
}

void add_unforget(VerbSet& verbs) {
  auto flags = std::make_shared<Flags>();
  Verb verb = verbs.add(
      {.name = "unforget",
       .summary = "Allow what was forgotten to be learnt again, and a blocked persona (forgotten turns stay barred)",
       .examples = "turnstream unforget --persona helper --all"});
  verb.required_text("--persona", flags->persona, "the persona");
  verb.arguments("ID", flags->ids, "ids of forgotten memories");
  verb.text("--session", flags->session, "everything of this session");
  verb.flag("--all", flags->all, "everything, and process the persona's turns again if it was blocked");
  finish(verb, {"unforget", unforget_args, "nothing of it was forgotten or blocked"}, flags, [](const Flags& given) {
    const bool is_empty = given.ids.empty() && given.session.empty() && !given.all;
    return is_empty ? Status(usage_error("unforget needs an ID, --session or --all")) : Status();
  });
}

Status check_grant(const Flags& given) {
  if (given.target == given.persona) {
    return usage_error("--to " + given.target + ": name another persona");
  }
  for (const std::string& domain : given.domains) {
    if (!value_in(model::kDomains, domain).has_value()) {
      std::string known;
      for (const auto& [value, name] : model::kDomains) {
        known.append(known.empty() ? "" : ", ").append(name);
      }
      return usage_error("--domain " + domain + ": there is no such domain; the domains are " + known);
    }
  }
  return {};
}

void add_grants(VerbSet& verbs) {
  auto flags = std::make_shared<Flags>();
  Verb grant = verbs.add({.name = "grant",
                          .summary = "Share insights of one persona with another",
                          .examples = "turnstream grant --persona helper --to teacher --tag typescript"});
  grant.required_text("--persona", flags->persona, "the persona whose insights are shared");
  grant.required_text("--to", flags->target, "the persona that receives them");
  grant.texts("--tag", flags->tags, "share insights with this tag, repeatable (default: all tags)");
  grant.texts("--domain", flags->domains, "share insights of this domain, repeatable (default: all domains)");
  finish(grant, {"grant", grant_args, "the same is shared already"}, flags, check_grant);

  auto revoked = std::make_shared<Flags>();
  Verb revoke = verbs.add({.name = "revoke",
                           .summary = "Take back what was shared with another persona",
                           .examples = "turnstream revoke --persona helper --from teacher"});
  revoke.required_text("--persona", revoked->persona, "the persona whose insights were shared");
  revoke.required_text("--from", revoked->target, "the persona that received them");
  finish(revoke, {"revoke", grant_args, "nothing is shared with that persona"}, revoked, nullptr);
}

void add_access(VerbSet& verbs) {
  auto flags = std::make_shared<Flags>();
  Verb verb =
      verbs.add({.name = "access",
                 .summary = "Say that an agent used memories, which keeps them strong and restores archived ones",
                 .examples = "turnstream access --persona helper 61e2e4d0-312c-5278-9766-75be294db30c"});
  verb.required_text("--persona", flags->persona, "the persona");
  verb.arguments("ID", flags->ids, "ids of items or insights");
  finish(verb, {"access", access_args, "the persona has no memory with such an id"}, flags, [](const Flags& given) {
    return given.ids.empty() ? Status(usage_error("access needs at least one ID")) : Status();
  });
}

void add_sweep(VerbSet& verbs) {
  auto flags = std::make_shared<Flags>();
  Verb verb = verbs.add({.name = "sweep",
                         .summary = "Consolidate a persona's memory now",
                         .examples = "turnstream sweep --persona helper\n"
                                     "turnstream sweep --persona helper --dry-run\n"
                                     "turnstream sweep --persona helper --pass consolidate --pass flush"});
  verb.required_text("--persona", flags->persona, "the persona");
  verb.texts("--pass", flags->passes,
             "consolidate, topics, flush, meta, discover, curate or verify, repeatable "
             "(default: consolidate, topics, verify)");
  verb.text("--since", flags->since, "only memories recorded from this time on, ISO 8601");
  verb.flag("--dry-run", flags->dry_run, "only print what the stages would do; reads their changelogs");
  verb.number("--wait", flags->wait_s, {0, 3600}, "seconds to wait for the stages (default 30)");
  const Kind kind{"sweep", sweep_args, "the passes found nothing to do, or wait for the answer of a model"};
  verb.on_run([flags, kind](Context& context) {
    return flags->dry_run ? preview_sweep(context, *flags) : run_command(context, kind, *flags);
  });
}

}  // namespace

void add_persona_commands(VerbSet& verbs) {
  add_unforget(verbs);
  add_grants(verbs);
  add_access(verbs);
  add_sweep(verbs);
}

}  // namespace turnstream::app
