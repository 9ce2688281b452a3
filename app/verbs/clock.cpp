#include "app/command_outcome.h"
#include "app/commands.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/state_directory.h"
#include "app/status/clock_text.h"
#include "app/status/look.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kWait{10'000};

struct ClockFlags {
  bool accept = false;
};

/// The processes of this namespace that answer, of those registered in the state directory and directly below it.
Result<std::vector<ProcessStatus>> processes_of(const Context& context, const Clock& clock) {
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  TS_ASSIGN_OR_RETURN(const std::vector<Target> targets, registered_targets(directory));
  std::vector<ProcessStatus> processes;
  for (const Look& look : look_at(targets, clock)) {
    if (look.answer == Answer::kAnswered && look.status.name_space == context.settings().topics.name_space) {
      processes.push_back(look.status);
    }
  }
  return processes;
}

void print_json(const Context& context, const std::vector<ProcessStatus>& processes, std::int64_t now_ms) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().time("wall_clock", now_ms).begin_array("processes");
  for (const ProcessStatus& process : processes) {
    writer.begin_object().string("instance", process.instance).string("clock", process.clock);
    writer.integer("clock_offset_ms", process.clock_offset_ms).boolean("clock_in_doubt", process.clock_in_doubt);
    writer.integer("log_time_ahead_ms", process.log_time_ahead_ms).end_object();
  }
  writer.end_array().end_object();
  context.out() << line << "\n";
}

Result<ExitCode> show(const Context& context) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const std::vector<ProcessStatus> processes, processes_of(context, clock));
  const std::int64_t now_ms = clock.wall_now().value();
  if (context.json) {
    print_json(context, processes, now_ms);
    return ExitCode::kDone;
  }
  context.out() << "wall clock of this machine: " << format_time(now_ms) << "\n";
  for (const ProcessStatus& process : processes) {
    const std::vector<std::string> problems = clock_problems(process);
    context.out() << process.instance << ": " << (problems.empty() ? "follows the wall clock\n" : "");
    for (const std::string& problem : problems) {
      context.out() << problem << "\n";
    }
  }
  if (processes.empty()) {
    context.out() << "no process of namespace " << context.settings().topics.name_space << " answers here\n";
  }
  return ExitCode::kDone;
}

Result<ExitCode> accept(const Context& context) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const std::vector<ProcessStatus> processes, processes_of(context, clock));
  bool is_held = processes.empty();
  for (const ProcessStatus& process : processes) {
    is_held = is_held || process.clock == "ahead";
  }
  if (!is_held) {
    return error_of(error_codes::kInputRefused,
                    "the running process holds no jump of the wall clock: there is nothing to accept");
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, "clock"));
  TS_ASSIGN_OR_RETURN(CommandSender sender, CommandSender::open(context, log->client()));
  TS_ASSIGN_OR_RETURN(CommandOutcome outcome, CommandOutcome::begin(context, *log));
  const std::int64_t now_ms = clock.wall_now().value();
  OutgoingCommand command{.kind = "clock", .persona = std::nullopt, .args_json = {}};
  json::Writer(command.args_json).begin_object().time("time", now_ms).end_object();
  CommandOutcome::Sent sent;
  for (std::int32_t p = 0; p < sender.partitions(); ++p) {
    TS_ASSIGN_OR_RETURN(sent.ids.emplace_back(), sender.send_to(Partition{p}, command));
  }
  TS_RETURN_IF_ERROR(sender.flush());
  TS_ASSIGN_OR_RETURN(const CommandOutcome::Found found, outcome.wait(kWait, sent));
  if (!found.refused.empty()) {
    return error_of(error_codes::kInputRefused, "intake refused the command. " + found.refused.front());
  }
  if (!context.quiet) {
    context.out() << (found.is_read ? "accepted " : "sent, but no intake has read it yet; it is valid for a day: ")
                  << format_time(now_ms) << "\n";
  }
  return ExitCode::kDone;
}

}  // namespace

void add_clock(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "clock",
                         .summary = "Show the clocks, or accept a jump of the wall clock that intake holds",
                         .examples = "turnstream clock\n"
                                     "turnstream clock --accept"});
  auto flags = std::make_shared<ClockFlags>();
  verb.flag("--accept", flags->accept, "the time of this machine is right: intake may jump to it");
  verb.on_run([flags](Context& context) { return flags->accept ? accept(context) : show(context); });
}

}  // namespace turnstream::app
