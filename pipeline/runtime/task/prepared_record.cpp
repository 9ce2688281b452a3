#include "pipeline/runtime/task/prepared_record.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "pipeline/runtime/common/crash_ledger.h"

namespace turnstream::runtime {
namespace {

using stage_api::RecordKind;

struct KindName {
  std::string_view name;
  RecordKind kind;
};
constexpr std::array<KindName, 6> kKinds{{{"turn", RecordKind::kTurn},
                                          {"command", RecordKind::kCommand},
                                          {"tick", RecordKind::kTick},
                                          {"effect_result", RecordKind::kEffectResult},
                                          {"settings", RecordKind::kSettings},
                                          {"redrive", RecordKind::kRedrive}}};

std::optional<std::int64_t> number(std::optional<std::string_view> text) {
  return text ? read_number(*text) : std::nullopt;
}

Error foreign_record(const log::Record& record, std::string_view what) {
  return make_error(
      error_codes::kForeignLogRecord, Reaction::kStopProcess,
      "The record at " + std::string(record.topic) + "[" + std::to_string(record.partition.value()) + "]@" +
          std::to_string(record.offset.value()) + " has no " + std::string(what) +
          ": only intake may write the log. Move the pipeline to a new namespace, or delete the records that another "
          "program wrote.");
}

std::vector<nlohmann::json> elements_of(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? found->get<std::vector<nlohmann::json>>()
                                                    : std::vector<nlohmann::json>();
}

}  // namespace

RecordPreparer::RecordPreparer(const PipelineShape& shape) : shape_(shape) {}
RecordPreparer::~RecordPreparer() = default;

Result<const PreparedRecord*> RecordPreparer::prepare(const log::Record& record, bool crashed) {
  prepared_ = PreparedRecord();
  TS_RETURN_IF_ERROR(read_headers(record));
  if (crashed) {
    prepared_.refusal = crashed_error("decoded");
    return &prepared_;
  }
  prepared_.erased = codec::read_erased_record(prepared_.value);
  if (prepared_.erased) {
    prepared_.cause_id = format_time(prepared_.log_time.value());
    return &prepared_;
  }
  switch (prepared_.kind) {
    case RecordKind::kTurn:
      read_turn(prepared_.value);
      if (prepared_.turn != nullptr) {
        prepared_.cause_id = prepared_.turn->turn_id;
      }
      break;
    default:
      read_command();
  }
  if (prepared_.refusal && prepared_.refusal->reaction == Reaction::kRetry) {
    return *prepared_.refusal;
  }
  return &prepared_;
}

Status RecordPreparer::read_headers(const log::Record& record) {
  const auto kind = record.header("kind");
  bool known = false;
  for (const auto& candidate : kKinds) {
    if (kind && candidate.name == *kind) {
      prepared_.kind = candidate.kind;
      prepared_.kind_name = candidate.name;
      known = true;
    }
  }
  const auto log_time = number(record.header("log_time"));
  if (!known || !record.value) {
    return foreign_record(record, "value, or no usable header kind");
  }
  if (!log_time) {
    return foreign_record(record, "usable header log_time");
  }
  prepared_.log = {record.partition, record.offset};
  prepared_.log_time = LogTime{*log_time};
  prepared_.persona = record.key.value_or(std::string_view());
  prepared_.value = *record.value;
  prepared_.trace_id = record.header("trace_id").value_or(std::string_view());
  prepared_.source_topic = record.header("source_topic").value_or(std::string_view());
  prepared_.source_partition =
      Partition{static_cast<std::int32_t>(number(record.header("source_partition")).value_or(0))};
  prepared_.source_offset = Offset{number(record.header("source_offset")).value_or(0)};
  return {};
}

void RecordPreparer::read_turn(std::string_view bytes) {
  auto parsed = parser_.parse(bytes);
  if (parsed.ok()) {
    prepared_.turn = &mask_.masked(**parsed);
  } else {
    prepared_.refusal = std::move(parsed).error();
  }
}

void RecordPreparer::read_command() {
  const auto command = json::parse_document(prepared_.value);
  if (!command.is_object()) {
    prepared_.refusal = make_error(error_codes::kInvalidJson, Reaction::kDeadLetter,
                                   "The command, tick or effect result is not a JSON object.");
    return;
  }
  prepared_.command_kind = json::text_member(command, "kind");
  switch (prepared_.kind) {
    case RecordKind::kTick:
      prepared_.cause_id = json::text_member(command, "time");
      break;
    case RecordKind::kEffectResult:
      prepared_.cause_id = json::text_member(command, "effect_id");
      break;
    default:
      prepared_.cause_id = json::text_member(command, "command_id");
  }
  if (prepared_.kind == RecordKind::kRedrive) {
    read_redrive(command);
  }
  if (const nlohmann::json::json_pointer values("/args/values");
      prepared_.kind == RecordKind::kSettings && command.contains(values)) {
    prepared_.settings = json::document_text(command[values]);
  }
}

void RecordPreparer::read_redrive(const nlohmann::json& command) {
  const auto found = command.find("args");
  if (found == command.end() || !found->is_object()) {
    prepared_.refusal =
        make_error(error_codes::kSchema, Reaction::kDeadLetter, "The redrive command has no args object.", "/args");
    return;
  }
  const auto& args = *found;
  Redrive redrive;
  redrive.stage = json::text_member(args, "stage");
  redrive.turn = json::text_member(args, "dead_letter");
  redrive.source_topic = json::text_member(args, "source_topic");
  redrive.source_partition = Partition{static_cast<std::int32_t>(json::integer_member(args, "source_partition"))};
  redrive.source_offset = Offset{json::integer_member(args, "source_offset")};
  const auto* stage = shape_.find(redrive.stage);
  redrive.phase = stage == nullptr ? std::numeric_limits<int>::max() : stage->info().phase;
  redrive.admits = stage != nullptr && stage->info().admits;
  for (const auto& entry : elements_of(args, "upstream")) {
    Redrive::Upstream answer{json::text_member(entry, "stage"), {}};
    for (const auto& part : elements_of(entry, "parts")) {
      answer.parts.push_back(part.is_string() ? part.get<std::string>() : json::document_text(part));
    }
    redrive.upstream.push_back(std::move(answer));
  }
  prepared_.redrive = std::move(redrive);
  prepared_.source_topic = prepared_.redrive->source_topic;
  prepared_.source_partition = prepared_.redrive->source_partition;
  prepared_.source_offset = prepared_.redrive->source_offset;
  read_turn(prepared_.redrive->turn);
  if (prepared_.turn != nullptr && prepared_.turn->agent_id != prepared_.persona) {
    // Without this check, one persona's memory would receive another persona's turn.
    prepared_.turn = nullptr;
    prepared_.refusal = make_error(error_codes::kKeyMismatch, Reaction::kDeadLetter,
                                   "The turn sent back belongs to another persona than the redrive command.",
                                   "/args/dead_letter", "key");
  }
}

}  // namespace turnstream::runtime
