// The verbs that send a command to one persona, wait for the stages, and print what changed: unforget, grant, revoke,
// access, sweep.

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/commands.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/memory/sweep_preview.h"
#include "app/verbs/persona_command.h"
#include "app/verbs/usual_ids.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"
#include "pipeline/json/iso8601.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

struct Flags {
  std::string persona;
  std::vector<std::string> ids;
  bool all = false;
  std::string target;
  std::vector<std::string> tags;
  std::vector<std::string> domains;
  std::vector<std::string> passes;
  std::string since;
  bool dry_run = false;
  std::int64_t wait_s = 30;
};

/// A kind of command: how its arguments are made of the flags, and what it means if no stage changed a memory.
struct Kind {
  std::string name;
  Json (*make_args)(const Flags&);
  std::string why_nothing;
  std::map<std::string, std::string> processed_words = {};  ///< as PersonaCommand has it
};

/// The arguments of the commands that are needed: of many ids, several.
std::vector<std::string> args_of(Json (*make_args)(const Flags&), Flags flags) {
  std::vector<std::string> all;
  const std::vector<std::string> ids = std::exchange(flags.ids, {});
  for (const std::span<const std::string> part : parts_of(ids)) {
    flags.ids.assign(part.begin(), part.end());
    all.push_back(json::document_text(make_args(flags)));
  }
  return all;
}

Result<ExitCode> run_kind(Context& context, const Kind& kind, const Flags& flags) {
  return run_persona_command(context, {.name = kind.name,
                                       .persona = flags.persona,
                                       .args_json = args_of(kind.make_args, flags),
                                       .wait_s = flags.wait_s,
                                       .why_nothing = kind.why_nothing,
                                       .processed_words = kind.processed_words});
}

/// `check`: refuses wrong usage; it may be null.
void finish(Verb& verb, Kind kind, std::shared_ptr<Flags> flags, Status (*check)(const Flags&)) {
  verb.number("--wait", flags->wait_s, {0, 3600}, "seconds to wait for the stages (default 30)");
  verb.on_run([kind = std::move(kind), flags = std::move(flags), check](Context& context) -> Result<ExitCode> {
    TS_RETURN_IF_ERROR(check == nullptr ? Status() : check(*flags));
    return run_kind(context, kind, *flags);
  });
}

Json unforget_args(const Flags& flags) {
  return {{"ids", in_usual_form(flags.ids)}, {"all", flags.all}};
}
Json grant_args(const Flags& flags) {
  return {{"target", flags.target}, {"tags", flags.tags}, {"domains", flags.domains}};
}
Json access_args(const Flags& flags) {
  return {{"ids", in_usual_form(flags.ids)}};
}
/// A date alone means its beginning, UTC.
std::string with_time(const std::string& time) {
  const std::string midnight = time + "T00:00:00Z";
  return json::parse_iso8601(midnight).has_value() ? midnight : time;
}

Status check_sweep(const Flags& given) {
  return given.since.empty() || json::parse_iso8601(with_time(given.since)).has_value()
             ? Status()
             : usage_error("--since " + given.since + ": write a time such as 2026-01-01T10:00:00Z, or a date");
}

Json sweep_args(const Flags& flags) {
  Json args = Json::object();
  if (!flags.passes.empty()) {
    args["passes"] = flags.passes;
  }
  if (!flags.since.empty()) {
    args["since"] = with_time(flags.since);
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
  verb.flag("--all", flags->all, "everything, and process the persona's turns again if it was blocked");
  const Kind kind{"unforget",
                  unforget_args,
                  "no fact, note or sentence was barred with it; if the persona was blocked, --all ended that",
                  {{"semantic", "facts and notes that may be learnt again: "},
                   {"consolidation", "sentences that may be remembered again: "}}};
  finish(verb, kind, flags, [](const Flags& given) {
    return given.ids.empty() && !given.all ? Status(usage_error("unforget needs an ID or --all")) : Status();
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
  verb.text("--since", flags->since,
            "only memories recorded from this time on, such as 2026-01-01T10:00:00Z, or a date");
  verb.flag("--dry-run", flags->dry_run, "only print what the stages would do; reads their changelogs");
  verb.number("--wait", flags->wait_s, {0, 3600}, "seconds to wait for the stages (default 30)");
  const Kind kind{"sweep", sweep_args, "the passes found nothing to do, or wait for the answer of a model"};
  verb.on_run([flags, kind](Context& context) -> Result<ExitCode> {
    TS_RETURN_IF_ERROR(check_sweep(*flags));
    return flags->dry_run ? preview_sweep(context, *flags) : run_kind(context, kind, *flags);
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
