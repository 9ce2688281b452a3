#include "app/command_outcome.h"
#include "app/commands.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/iso8601.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kWait{3'000};

struct TickFlags {
  std::string time;
  std::int64_t partition = -1;
};

Result<ExitCode> send_ticks(Context& context, const TickFlags& flags) {
  if (context.settings().intake.clock == "wall") {
    return usage_error("tick works only with intake.clock=event; with the wall clock intake writes the ticks itself");
  }
  const auto time = json::parse_iso8601(flags.time);
  if (!time) {
    return usage_error("tick " + flags.time + ": write a time such as 2026-01-01T10:00:00Z");
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisit, "tick"));
  TS_ASSIGN_OR_RETURN(CommandSender sender, CommandSender::open(context, log->client()));
  TS_ASSIGN_OR_RETURN(CommandOutcome outcome, CommandOutcome::begin(context, *log));
  if (flags.partition >= sender.partitions()) {
    return usage_error("--partition " + std::to_string(flags.partition) + ": the namespace has only " +
                       std::to_string(sender.partitions()) + " partitions (0 is the first)");
  }
  OutgoingCommand command{.kind = "tick", .persona = std::nullopt, .args_json = {}};
  json::Writer(command.args_json).begin_object().time("time", time->value()).end_object();
  CommandOutcome::Sent sent;
  for (std::int32_t p = 0; p < sender.partitions(); ++p) {
    if (flags.partition < 0 || flags.partition == p) {
      TS_ASSIGN_OR_RETURN(sent.ids.emplace_back(), sender.send_to(Partition{p}, command));
    }
  }
  TS_RETURN_IF_ERROR(sender.flush());
  // The running intake may have another intake.clock than this command.
  TS_ASSIGN_OR_RETURN(const CommandOutcome::Found found, outcome.wait(kWait, sent));
  if (!found.refused.empty()) {
    return error_of(error_codes::kInputRefused,
                    "intake refused the tick; it is a dead letter. " + found.refused.front());
  }
  return ExitCode::kDone;
}

}  // namespace

void add_tick(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "tick",
                         .summary = "Advance the time without a turn (only with intake.clock=event)",
                         .examples = "turnstream tick 2026-01-01T11:00:00Z --set intake.clock=event"});
  auto flags = std::make_shared<TickFlags>();
  verb.required_text("TIME", flags->time, "the time, ISO 8601");
  verb.number("--partition", flags->partition, {0, 100'000}, "one partition only (default: all)");
  verb.on_run([flags](Context& context) { return send_ticks(context, *flags); });
}

}  // namespace turnstream::app
