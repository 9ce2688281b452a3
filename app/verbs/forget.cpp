#include <iomanip>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/forget/forget_preview.h"
#include "app/forget/forgetter.h"
#include "app/verbs/usual_ids.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

struct ForgetFlags : ForgetRequest {
  bool dry_run = false;
};

Status check(const ForgetFlags& flags) {
  if (flags.all && flags.confirm != flags.persona) {
    return usage_error("forget --all removes everything of the persona: repeat its name, --confirm " + flags.persona);
  }
  if (flags.block && !flags.all) {
    return usage_error("--block needs --all: it keeps the persona's later turns out");
  }
  if (!flags.all && flags.ids.empty() && flags.session.empty() && flags.user.empty()) {
    return usage_error("forget needs an ID, --session, --user, or --all");
  }
  return {};
}

void print_json(const Context& context, const ForgetFlags& flags, const ForgetReport& report) {
  Json line{{"persona_id", flags.persona}, {"commands", report.commands},     {"removed", report.removed},
            {"sum", report.sum()},         {"unanswered", report.unanswered}, {"remains", Json::array()}};
  for (const Remains& one : report.remains) {
    line["remains"].push_back(
        {{"topics", one.topics}, {"until", one.until_ms ? Json(format_time(*one.until_ms)) : Json(nullptr)}});
  }
  context.out() << json::document_text(line) << "\n";
}

void print_text(const Context& context, const ForgetFlags& flags, const ForgetReport& report) {
  std::ostream& out = context.out();
  if (report.sum() == 0) {
    out << (report.unanswered.empty() ? "nothing to forget: no stage had a memory of it, or it is forgotten already\n"
                                      : "");  // what a stage that has not answered forgets is not known
    return;
  }
  out << "forgot of persona " << flags.persona << ": " << report.sum()
      << (report.sum() == 1 ? " memory\n" : " memories\n");
  for (const auto& [stage, kinds] : report.removed) {
    out << "  " << std::left << std::setw(14) << stage;
    const char* separator = "";
    for (const auto& [kind, count] : kinds) {
      out << separator << count_of(kind, count);
      separator = ", ";
    }
    out << "\n";
  }
  out << "text can remain in records that were written before:\n";
  for (const Remains& one : report.remains) {
    out << "  " << one.topics << ": "
        << (one.until_ms ? "until " + format_time(*one.until_ms) : "as long as the topic keeps them") << "\n";
  }
}

/// Prints what the commands would name, and the memories that they reach.
Result<ExitCode> preview(const Context& context, OpenLog& log, const ForgetFlags& flags,
                         const std::vector<std::string>& ids) {
  const bool is_whole = flags.all || !flags.session.empty();
  std::vector<ReachedMemory> reached;
  if (is_whole || context.json) {
    TS_ASSIGN_OR_RETURN(reached, find_reached(context, log, flags, ids));
  }
  if (context.json) {
    Json line{{"persona_id", flags.persona}, {"dry_run", true},  {"ids", ids},
              {"session_id", nullptr},       {"all", flags.all}, {"block", flags.block},
              {"memories", Json::array()}};
    if (!flags.session.empty()) {
      line["session_id"] = flags.session;
    }
    for (const ReachedMemory& one : reached) {
      line["memories"].push_back({{"kind", one.kind}, {"id", one.id}, {"title", one.title}});
    }
    context.out() << json::document_text(line) << "\n";
    return ExitCode::kDone;
  }
  for (const std::string& id : ids) {
    context.out() << id << "\n";
  }
  if (is_whole) {
    context.out() << "would forget " << (flags.all ? "everything" : "session " + flags.session) << " of persona "
                  << flags.persona << ": " << reached.size() << (reached.size() == 1 ? " memory" : " memories") << "\n";
  }
  for (const ReachedMemory& one : reached) {
    context.out() << "  " << padded(one.kind, 9) << one.id << "  " << one.title << "\n";
  }
  return ExitCode::kDone;
}

Result<ExitCode> forget(Context& context, ForgetFlags flags) {
  TS_RETURN_IF_ERROR(check(flags));
  flags.ids = in_usual_form(flags.ids);
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, "forget"));
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> ids, find_ids_to_forget(context, log->client(), flags));
  if (flags.dry_run) {
    return preview(context, *log, flags, ids);
  }
  if (ids.empty() && flags.session.empty() && !flags.all) {
    context.out() << (context.json ? ""
                                   : "nothing to forget: persona " + flags.persona + " has no memory of user " +
                                         flags.user + "\n");
    if (context.json) {
      print_json(context, flags, {});
    }
    return ExitCode::kDone;
  }
  TS_ASSIGN_OR_RETURN(const ForgetReport report, Forgetter(context, *log, flags).send(ids));
  if (context.json) {
    print_json(context, flags, report);
  } else if (!report.is_answered) {
    context.out() << "sent; the stages forget when they process the command\n";
  } else {
    print_text(context, flags, report);
  }
  for (const std::string& stage : report.unanswered) {
    context.err() << "stage " << stage << " has not answered yet\n";
  }
  return report.unanswered.empty() ? ExitCode::kDone : ExitCode::kFailed;
}

}  // namespace

void add_forget(VerbSet& verbs) {
  Verb verb =
      verbs.add({.name = "forget",
                 .summary = "Forget memories, turns, a session, a user or a whole persona, and report what was removed",
                 .examples = "turnstream forget --persona helper 61e2e4d0-312c-5278-9766-75be294db30c\n"
                             "turnstream forget --persona helper --session s1\n"
                             "turnstream forget --persona helper --user ann --dry-run\n"
                             "turnstream forget --persona helper --all --confirm helper"});
  auto flags = std::make_shared<ForgetFlags>();
  verb.required_text("--persona", flags->persona, "the persona");
  verb.arguments("ID", flags->ids,
                 "ids of memories or turns; the turns from which a memory was made are forgotten with it");
  verb.text("--session", flags->session, "everything of this session");
  verb.text("--user", flags->user, "all turns of this user");
  verb.flag("--all", flags->all, "everything of the persona; needs --confirm");
  verb.text("--confirm", flags->confirm, "the name of the persona again, for --all");
  verb.flag("--block", flags->block, "with --all: keep later turns of the persona out until `unforget --all`");
  verb.flag("--dry-run", flags->dry_run,
            "print the ids that would be named and, of a session or --all, the memories; send nothing");
  verb.number("--wait", flags->wait_s, {0, 3600}, "seconds to wait for the stages (default 30)");
  verb.on_run([flags](Context& context) { return forget(context, *flags); });
}

}  // namespace turnstream::app
