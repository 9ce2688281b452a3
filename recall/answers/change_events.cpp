#include "recall/answers/change_events.h"

#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"

namespace turnstream::recall {
namespace {

std::string_view op_name(JournalOp op) {
  switch (op) {
    case JournalOp::kAdd:
      return "add";
    case JournalOp::kUpdate:
      return "update";
    case JournalOp::kDelete:
    case JournalOp::kRecord:
      return "delete";
  }
  return "delete";
}

void begin_event(std::string& out, std::string_view name, const StreamPosition& position) {
  out.append("event: ").append(name).append("\nid: ").append(position_text(position)).append("\ndata: ");
}

void write_log(json::Writer& json, Partition partition, Offset offset) {
  json.begin_object("log").integer("partition", partition.value()).integer("offset", offset.value()).end_object();
}

void write_record(json::Writer& json, const RecordSummary& record) {
  json.string("outcome", record.outcome).begin_object("stages");
  for (const StageCounts& stage : record.stages) {
    json.begin_object(stage.stage).integer("added", stage.added).integer("updated", stage.updated);
    json.integer("removed", stage.removed).end_object();
  }
  json.end_object();
}

void write_change(json::Writer& json, const JournalEntry& entry, const std::optional<std::string>& text) {
  json.string("op", op_name(entry.op)).string("kind", entry.change.kind).string("id", entry.change.id);
  json.string("stage", entry.change.stage);
  if (!text || entry.op == JournalOp::kDelete) {
    return;
  }
  const std::string_view shown = first_code_points(*text, kStreamedCodePointsMax);
  json.string("text", shown);
  if (shown.size() < text->size()) {
    json.boolean("truncated", true);
  }
}

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace

void append_retry(std::string& out) {
  out += "retry: 2000\n\n";
}

void append_position(std::string& out, const StreamPosition& position) {
  out.append("id: ").append(position_text(position)).append("\n\n");
}

void append_event(std::string& out, Partition partition, const JournalEntry& entry,
                  const std::optional<std::string>& text, const StreamPosition& position) {
  const bool is_record = entry.op == JournalOp::kRecord;
  begin_event(out, is_record ? "turn" : "change", position);
  json::Writer json(out);
  json.begin_object().string_or_null("persona_id", if_any(entry.persona));
  if (is_record) {
    json.string_or_null("turn_id", if_any(entry.record.turn_id));
  }
  write_log(json, partition, entry.place.offset);
  json.time("time", entry.time.value());
  if (is_record) {
    write_record(json, entry.record);
  } else {
    write_change(json, entry, text);
  }
  json.end_object();
  out += "\n\n";
}

void append_reset(std::string& out, std::string_view reason, const StreamPosition& position) {
  begin_event(out, "reset", position);
  json::Writer(out).begin_object().string("reason", reason).end_object();
  out += "\n\n";
}

void append_heartbeat(std::string& out) {
  out += ": heartbeat\n\n";
}

}  // namespace turnstream::recall
