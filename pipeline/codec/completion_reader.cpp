#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/fields.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

model::LogPosition read_position(json::Fields fields) {
  const Partition partition{static_cast<std::int32_t>(fields.integer("partition"))};
  return {partition, Offset{fields.integer("offset")}};
}

model::Change read_change(json::Fields& fields) {
  model::Change change;
  change.op = fields.named("op", model::kChangeOps);
  change.kind = fields.text("kind");
  change.id = fields.text("id");
  if (change.op != model::ChangeOp::kDelete) {
    change.value = fields.raw("value");
  }
  return change;
}

void read_completion(json::Fields& fields, model::Completion& completion) {
  completion.stage = fields.text("daemon_id");
  completion.turn_id = fields.text_or_null("turn_id");
  completion.persona_id = fields.text_or_null("persona_id");
  json::Fields cause = fields.object("cause");
  completion.cause_kind = cause.text("kind");
  completion.cause_id = cause.text("id");
  completion.log = read_position(fields.object("log"));
  completion.log_time = LogTime{fields.time("timestamp")};
  completion.status = fields.named("status", model::kCompletionStatuses);
  if (auto error = fields.object_or_null("error"); error.has_value()) {
    completion.error.emplace();
    completion.error->code = error->text("code");
    completion.error->message = error->text("message");
    completion.error->pointer = error->text("pointer");
  }
  if (auto duplicate = fields.object_or_null("duplicate_of"); duplicate.has_value()) {
    completion.duplicate_of = read_position(*duplicate);
  }
  completion.part = static_cast<int>(fields.integer("part"));
  completion.last = fields.boolean("last");
  completion.items_processed = fields.integer("items_processed");
  completion.items_added = fields.integer("items_added");
  completion.items_updated = fields.integer("items_updated");
  completion.items_removed = fields.integer("items_removed");
  fields.each_object("changes", false,
                     [&](json::Fields& change) { completion.changes.push_back(read_change(change)); });
  completion.attempts = static_cast<int>(fields.integer("attempts"));
  completion.duration_ms = fields.integer("duration_ms");
}

}  // namespace

Result<model::Completion> parse_completion(std::string_view bytes) {
  model::Completion completion;
  if (!json::read_object(bytes, [&](json::Fields& fields) { read_completion(fields, completion); })) {
    return make_error(error_codes::kBadCompletion, Reaction::kStopProcess, "The bytes are no completion.");
  }
  return completion;
}

}  // namespace turnstream::codec
