#include "app/forget/forget_request.h"

#include <memory>
#include <optional>
#include <span>

#include "app/errors.h"
#include "app/forget/ties.h"
#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/task/prepared_record.h"

namespace turnstream::app {
namespace {

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

/// Shows the ties what the topics have of the persona.
class TiesReader {
 public:
  TiesReader(const Context& context, log::Client& client, const ForgetRequest& request, const std::stop_token& stop)
      : context_(context),
        client_(client),
        request_(request),
        stop_(stop),
        names_(context.settings().topics.name_space) {}

  Status read(Ties& ties) {
    for (const StageEntry& entry : context_.catalog) {
      TS_RETURN_IF_ERROR(scan(names_.completions(entry.make()->info().name), [&](const log::Record& record) -> Status {
        TS_ASSIGN_OR_RETURN(const model::Completion part,
                            codec::parse_completion(record.value.value_or(std::string_view())));
        ties.take(part);
        return {};
      }));
    }
    for (const std::string_view events : {"consolidation", "maintenance"}) {
      TS_RETURN_IF_ERROR(scan(names_.events(events), [&](const log::Record& record) {
        ties.take_event(record.value.value_or(std::string_view()));
        return Status();
      }));
    }
    return request_.user.empty() ? Status() : read_turns(ties);
  }

 private:
  /// Calls `take` for each record of the persona.
  template <typename Take>
  Status scan(const std::string& topic, Take take) {
    return scan_topic(client_, topic, answer_timeout(context_), [&](const log::Record& record) -> Result<bool> {
      if (stop_.stop_requested()) {
        return error_of(error_codes::kStopped, "stopped while the topics were read");
      }
      TS_RETURN_IF_ERROR(record.key == request_.persona ? take(record) : Status());
      return true;
    });
  }

  /// All turns of the persona that the log has.
  Status read_turns(Ties& ties) {
    std::vector<std::unique_ptr<stage_api::Stage>> stages;
    runtime::PipelineShape shape;
    for (const StageEntry& entry : context_.catalog) {
      stages.push_back(entry.make());
      shape.stages.push_back(stages.back().get());
    }
    runtime::RecordPreparer preparer(shape);
    return scan(names_.log(), [&](const log::Record& record) -> Status {
      const std::string_view kind = record.header("kind").value_or(std::string_view());
      if (kind != "turn" && kind != "redrive") {
        return {};
      }
      TS_ASSIGN_OR_RETURN(const runtime::PreparedRecord* prepared, preparer.prepare(record));
      if (prepared->turn != nullptr) {
        ties.take_turn(*prepared->turn);
      }
      return {};
    });
  }

  const Context& context_;
  log::Client& client_;
  const ForgetRequest& request_;
  const std::stop_token& stop_;
  const model::TopicNames names_;
};

}  // namespace

Result<std::vector<std::string>> find_ids_to_forget(const Context& context, log::Client& client,
                                                    const ForgetRequest& request, const std::stop_token& stop) {
  if (request.all || (request.ids.empty() && request.user.empty())) {
    return request.ids;
  }
  Ties ties(request.persona, request.ids, request.user.empty() ? std::nullopt : std::optional(request.user));
  TS_RETURN_IF_ERROR(TiesReader(context, client, request, stop).read(ties));
  return ties.ids();
}

Result<std::vector<std::string>> send_forget(CommandSender& sender, const ForgetRequest& request,
                                             const std::vector<std::string>& ids, const std::string& issued_by) {
  std::vector<std::string> commands;
  for (const std::span<const std::string> some : parts_of(ids)) {
    TS_ASSIGN_OR_RETURN(std::string id, sender.send({.kind = "forget",
                                                     .persona = request.persona,
                                                     .args_json = args_of(request, some, commands.empty()),
                                                     .issued_by = issued_by}));
    commands.push_back(std::move(id));
  }
  return commands;
}

}  // namespace turnstream::app
