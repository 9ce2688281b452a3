#include "app/forget/forgetter.h"

#include <nlohmann/json.hpp>

#include "app/command_outcome.h"
#include "app/commands.h"
#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/log_access/scan.h"
#include "pipeline/base/clock.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

}  // namespace

std::int64_t ForgetReport::sum() const {
  std::int64_t sum = 0;
  for (const auto& [stage, kinds] : removed) {
    for (const auto& [kind, count] : kinds) {
      sum += count;
    }
  }
  return sum;
}

Forgetter::Forgetter(const Context& context, OpenLog& log, const ForgetRequest& request)
    : context_(context),
      log_(log),
      request_(request),
      names_(context.settings().topics.name_space),
      timeout_(answer_timeout(context)) {}

Result<ForgetReport> Forgetter::send(const std::vector<std::string>& ids) {
  ForgetReport report;
  TS_ASSIGN_OR_RETURN(CommandSender sender, CommandSender::open(context_, log_.client()));
  TS_ASSIGN_OR_RETURN(CommandAnswers answers, CommandAnswers::begin(context_, log_.client()));
  TS_ASSIGN_OR_RETURN(CommandOutcome outcome, CommandOutcome::begin(context_, log_));
  TS_ASSIGN_OR_RETURN(maintenance_, ends_of(names_.events("maintenance")));
  TS_ASSIGN_OR_RETURN(report.commands, send_forget(sender, request_, ids));
  TS_RETURN_IF_ERROR(sender.flush());
  if (!log_.is_stopped() && request_.wait_s > 0) {
    TS_ASSIGN_OR_RETURN(const CommandOutcome::Found found,
                        outcome.wait(log::milliseconds{request_.wait_s * 1'000}, {report.commands, request_.persona}));
    if (!found.refused.empty()) {
      return error_of(error_codes::kInputRefused, "intake refused the command. " + found.refused.front());
    }
    TS_RETURN_IF_ERROR(collect(answers, report));
    report.is_answered = true;
  }
  report.remains = find_remains(context_, log_.client().admin(), SystemClock().wall_now());
  return report;
}

Result<std::vector<log::Position>> Forgetter::ends_of(const std::string& topic) {
  TS_ASSIGN_OR_RETURN(std::vector<log::Position> positions, beginnings(log_.client(), topic, timeout_));
  std::vector<log::TopicPartition> where;
  for (const log::Position& position : positions) {
    where.push_back(position.where);
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, log_.client().admin().watermarks_of(where, timeout_));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    positions[i].next = marks[i].high;
  }
  return positions;
}

Status Forgetter::collect(CommandAnswers& answers, ForgetReport& report) {
  const log::milliseconds wait{request_.wait_s * 1'000};
  const auto count = [&](const model::Completion& part) {
    for (const model::Change& change : part.changes) {
      if (change.op == model::ChangeOp::kDelete && change.kind != "stats" && change.kind != "session") {
        ++report.removed[part.stage][change.kind];
      }
    }
    return Status();
  };
  TS_ASSIGN_OR_RETURN(report.unanswered, answers.wait({report.commands.begin(), report.commands.end()}, wait, count));
  TS_ASSIGN_OR_RETURN(const std::set<std::string> unshares, find_unshares(report.commands));
  TS_ASSIGN_OR_RETURN(const std::set<std::string> late, answers.wait(unshares, wait, count));
  report.unanswered.insert(late.begin(), late.end());
  return {};
}

/// The commands with which consolidation takes shared insights back, as the reports of these forget commands name them.
Result<std::set<std::string>> Forgetter::find_unshares(const std::vector<std::string>& commands) {
  std::set<std::string> ids;
  TS_RETURN_IF_ERROR(scan_from(log_.client(), maintenance_, timeout_, [&](const log::Record& record) -> Result<bool> {
    const Json event = json::parse_document(record.value.value_or(std::string_view()));
    if (event.is_object() && text_in(event, "type") == "forget_report" &&
        std::find(commands.begin(), commands.end(), text_in(event, "command_id")) != commands.end()) {
      for (const Json& id : event.value("unshares", Json::array())) {
        ids.insert(id.get<std::string>());
      }
    }
    return true;
  }));
  return ids;
}

}  // namespace turnstream::app
