#include "recall/read_model/command_report.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/names.h"

namespace turnstream::recall {
namespace {

/// Kinds of changes that do not count: they are not memories.
constexpr std::array<std::string_view, 3> kBookkeeping = {"session", "stats", "working"};
/// issued_by of the accesses that recall reports every few seconds.
constexpr std::string_view kRecall = "recall";

}  // namespace

CommandReporter::CommandReporter(const log::Record& record) {
  if (record.header("kind") != "command" || !record.key) {
    return;
  }
  const nlohmann::json command = json::parse_document(record.value.value_or(std::string_view()));
  if (!command.is_object() || json::text_member(command, "issued_by") == kRecall) {
    return;
  }
  persona_ = *record.key;
  kind_ = json::text_member(command, "kind");
  command_id_ = json::text_member(command, "command_id");
  log_ = {record.partition, record.offset};
}

void CommandReporter::take(const model::Completion& part) {
  if (kind_.empty()) {
    return;
  }
  log_time_ = part.log_time;
  OfStage& stage = stages_[part.stage];
  if (part.persona_id && part.persona_id != persona_) {
    return;
  }
  stage.status = part.status;
  stage.error = part.error;
  for (const model::Change& change : part.changes) {
    if (std::find(kBookkeeping.begin(), kBookkeeping.end(), change.kind) == kBookkeeping.end()) {
      ++stage.changes[change.kind][change.op];
    }
  }
}

std::optional<CommandReport> CommandReporter::report() const {
  if (kind_.empty() || command_id_.empty()) {
    return std::nullopt;
  }
  CommandReport made{command_id_, log_time_, {}};
  json::Writer json(made.json);
  json.begin_object().string("command_id", command_id_).string("persona_id", persona_).string("kind", kind_);
  json.string("state", "done").time("time", log_time_.value());
  json.begin_object("log").integer("partition", log_.partition.value()).integer("offset", log_.offset.value());
  json.end_object().begin_object("stages");
  for (const auto& [name, stage] : stages_) {
    json.begin_object(name).string("status", name_in(model::kCompletionStatuses, stage.status));
    if (stage.error) {
      json.string("code", stage.error->code).string("message", stage.error->message);
    }
    json.begin_object("changes");
    for (const auto& [kind, counts] : stage.changes) {
      json.begin_object(kind);
      for (const auto& [op, count] : counts) {
        json.integer(name_in(model::kChangeOps, op), count);
      }
      json.end_object();
    }
    json.end_object().end_object();
  }
  json.end_object().end_object();
  return made;
}

}  // namespace turnstream::recall
