#include "app/forget/forgetter.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "app/command_outcome.h"
#include "app/commands.h"
#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/log_access/scan.h"
#include "pipeline/base/clock.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/command_args.h"
#include "pipeline/runtime/task/prepared_record.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

std::string args_of(const ForgetRequest& request, std::span<const std::string> ids, bool is_first) {
  std::string args;
  json::Writer writer(args);
  writer.begin_object().begin_array("ids");
  for (const std::string& id : ids) {
    writer.string(id);
  }
  writer.end_array();
  if (is_first && !request.session.empty()) {
    writer.string("session_id", request.session);
  }
  if (request.all) {
    writer.boolean("all", true).boolean("block", request.block).string("confirm", request.confirm);
  }
  writer.end_object();
  return args;
}

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

Result<std::vector<std::string>> Forgetter::find_ids() {
  if (request_.all || (request_.ids.empty() && request_.user.empty())) {
    return request_.ids;
  }
  Ties ties(request_.persona, request_.ids, request_.user.empty() ? std::nullopt : std::optional(request_.user));
  for (const StageEntry& entry : context_.catalog) {
    const std::string topic = names_.completions(entry.make()->info().name);
    TS_RETURN_IF_ERROR(scan_topic(log_.client(), topic, timeout_, [&](const log::Record& record) -> Result<bool> {
      if (record.key == request_.persona) {
        TS_ASSIGN_OR_RETURN(const model::Completion part,
                            codec::parse_completion(record.value.value_or(std::string_view())));
        ties.take(part);
      }
      return true;
    }));
  }
  for (const std::string_view events : {"consolidation", "maintenance"}) {
    TS_RETURN_IF_ERROR(
        scan_topic(log_.client(), names_.events(events), timeout_, [&](const log::Record& record) -> Result<bool> {
          if (record.key == request_.persona) {
            ties.take_event(record.value.value_or(std::string_view()));
          }
          return true;
        }));
  }
  if (!request_.user.empty()) {
    TS_RETURN_IF_ERROR(take_turns(ties));
  }
  return ties.ids();
}

/// Shows the ties all turns of the persona that the log has.
Status Forgetter::take_turns(Ties& ties) {
  std::vector<std::unique_ptr<stage_api::Stage>> stages;
  runtime::PipelineShape shape;
  for (const StageEntry& entry : context_.catalog) {
    stages.push_back(entry.make());
    shape.stages.push_back(stages.back().get());
  }
  runtime::RecordPreparer preparer(shape);
  return scan_topic(log_.client(), names_.log(), timeout_, [&](const log::Record& record) -> Result<bool> {
    const std::string_view kind = record.header("kind").value_or(std::string_view());
    if (record.key == request_.persona && (kind == "turn" || kind == "redrive")) {
      TS_ASSIGN_OR_RETURN(const runtime::PreparedRecord* prepared, preparer.prepare(record));
      if (prepared->turn != nullptr) {
        ties.take_turn(*prepared->turn);
      }
    }
    return true;
  });
}

Result<ForgetReport> Forgetter::send(const std::vector<std::string>& ids) {
  ForgetReport report;
  TS_ASSIGN_OR_RETURN(CommandSender sender, CommandSender::open(context_, log_.client()));
  TS_ASSIGN_OR_RETURN(CommandAnswers answers, CommandAnswers::begin(context_, log_.client()));
  TS_ASSIGN_OR_RETURN(CommandOutcome outcome, CommandOutcome::begin(context_, log_));
  TS_ASSIGN_OR_RETURN(maintenance_, ends_of(names_.events("maintenance")));
  const std::span<const std::string> all_ids = ids;
  for (std::size_t begin = 0; begin == 0 || begin < ids.size(); begin += model::kCommandIdsMax) {
    const auto some = all_ids.subspan(begin, std::min(model::kCommandIdsMax, ids.size() - begin));
    TS_ASSIGN_OR_RETURN(std::string id, sender.send_named({.kind = "forget",
                                                           .persona = request_.persona,
                                                           .args_json = args_of(request_, some, begin == 0)}));
    report.commands.push_back(std::move(id));
  }
  TS_RETURN_IF_ERROR(sender.flush());
  if (!log_.is_stopped() && request_.wait_s > 0) {
    TS_ASSIGN_OR_RETURN(const CommandOutcome::Found found, outcome.wait(log::milliseconds{request_.wait_s * 1'000}));
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
