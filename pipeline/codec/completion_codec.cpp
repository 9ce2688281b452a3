#include "pipeline/codec/completion_codec.h"

#include <algorithm>

#include "pipeline/json/fields.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

using model::Change;
using model::ChangeOp;
using model::Completion;

void write_position(json::Writer& json, const model::LogPosition& position) {
  json.begin_object();
  json.integer("partition", position.partition.value()).integer("offset", position.offset.value());
  json.end_object();
}

void write_error(json::Writer& json, const model::CompletionError& error) {
  json.begin_object();
  json.string("code", error.code).string("message", error.message).string("pointer", error.pointer);
  json.end_object();
}

void write_change(json::Writer& json, const Change& change) {
  json.begin_object();
  json.string("op", name_in(model::kChangeOps, change.op)).string("kind", change.kind).string("id", change.id);
  if (change.op != ChangeOp::kDelete) {
    json.raw("value", change.value);
  }
  if (!change.append.empty()) {
    json.raw("append", change.append);
  }
  json.end_object();
}

bool precedes(const Change& a, const Change& b) {
  return a.kind != b.kind ? a.kind < b.kind : a.id < b.id;
}

/// An upper bound of the number of bytes that write_change() writes for this change, including the comma before it.
std::size_t written_size(const Change& change) {
  constexpr std::size_t kFrame = sizeof R"(,{"op":"delete","kind":"","id":"","value":,"append":})";
  constexpr std::size_t kEscapedByte = 6;
  return kFrame + change.kind.size() + change.id.size() * kEscapedByte + change.value.size() + change.append.size();
}

/// An upper bound of the bytes of all fields except the changes.
std::size_t header_size(const Completion& completion) {
  constexpr std::size_t kNamesAndNumbers = 1024;
  constexpr std::size_t kEscapedByte = 6;
  std::size_t texts = completion.stage.size() + completion.cause_kind.size() + completion.cause_id.size();
  texts += completion.turn_id.value_or("").size() + completion.persona_id.value_or("").size();
  if (completion.error.has_value()) {
    texts += completion.error->code.size() + completion.error->message.size() + completion.error->pointer.size();
  }
  return kNamesAndNumbers + texts * kEscapedByte;
}

Completion header_of(const Completion& whole) {
  Completion header;
  header.stage = whole.stage;
  header.turn_id = whole.turn_id;
  header.persona_id = whole.persona_id;
  header.cause_kind = whole.cause_kind;
  header.cause_id = whole.cause_id;
  header.log = whole.log;
  header.log_time = whole.log_time;
  header.status = whole.status;
  header.error = whole.error;
  header.duplicate_of = whole.duplicate_of;
  header.last = false;
  header.attempts = whole.attempts;
  header.duration_ms = whole.duration_ms;
  return header;
}

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
  if (change.op == model::ChangeOp::kPatch) {
    change.append = fields.raw_if_any("append");
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

void append_completion(std::string& out, const Completion& completion) {
  const auto& changes = completion.changes;
  const auto misplaced = std::adjacent_find(changes.begin(), changes.end(),
                                            [](const Change& a, const Change& b) { return !precedes(a, b); });
  CHECK(misplaced == changes.end());

  json::Writer json(out);
  json.begin_object().string("kind", "completion").string("daemon_id", completion.stage);
  json.string_or_null("turn_id", completion.turn_id).string_or_null("persona_id", completion.persona_id);
  json.begin_object("cause").string("kind", completion.cause_kind).string("id", completion.cause_id).end_object();
  write_position(json.key("log"), completion.log);
  json.time("timestamp", completion.log_time.value());
  json.string("status", name_in(model::kCompletionStatuses, completion.status));
  if (completion.error.has_value()) {
    write_error(json.key("error"), *completion.error);
  } else {
    json.null("error");
  }
  if (completion.duplicate_of.has_value()) {
    write_position(json.key("duplicate_of"), *completion.duplicate_of);
  } else {
    json.null("duplicate_of");
  }
  json.integer("part", completion.part).boolean("last", completion.last);
  json.integer("items_processed", completion.items_processed).integer("items_added", completion.items_added);
  json.integer("items_updated", completion.items_updated).integer("items_removed", completion.items_removed);
  json.begin_array("changes");
  for (const Change& change : changes) {
    write_change(json, change);
  }
  json.end_array();
  json.integer("attempts", completion.attempts).integer("duration_ms", completion.duration_ms);
  json.end_object();
}

void count_changes(Completion& completion) {
  completion.items_added = 0;
  completion.items_updated = 0;
  completion.items_removed = 0;
  for (const Change& change : completion.changes) {
    if (change.kind == "stats" || change.kind == "session") {
      continue;
    }
    if (change.op == ChangeOp::kDelete) {
      ++completion.items_removed;
    } else if (change.op == ChangeOp::kPut && !change.existed) {
      ++completion.items_added;
    } else {
      ++completion.items_updated;
    }
  }
}

std::vector<Completion> split_completion(Completion whole, std::size_t part_bytes_max) {
  const std::size_t header = header_size(whole);
  std::size_t total = header;
  for (const Change& change : whole.changes) {
    total += written_size(change);
  }
  std::vector<Completion> parts;
  if (total <= part_bytes_max || whole.changes.empty()) {
    parts.push_back(std::move(whole));
    return parts;
  }
  std::size_t room = 0;
  for (Change& change : whole.changes) {
    const std::size_t size = written_size(change);
    if (parts.empty() || size > room) {
      parts.push_back(header_of(whole));
      parts.back().part = whole.part + static_cast<int>(parts.size()) - 1;
      room = part_bytes_max > header ? part_bytes_max - header : 0;
    }
    room -= std::min(room, size);
    parts.back().changes.push_back(std::move(change));
  }
  for (Completion& part : parts) {
    count_changes(part);
  }
  parts.front().items_processed = whole.items_processed;
  parts.back().last = whole.last;
  return parts;
}

std::string_view digest_bytes(std::string_view value) {
  return value.substr(0, value.rfind(R"(,"attempts")"));
}

Error bad_completion() {
  return make_error(
      error_codes::kBadCompletion, Reaction::kStopProcess,
      "What should be a completion is not as a stage writes it: another program wrote it to a completions topic or "
      "into a redrive command.");
}

Result<model::Completion> parse_completion(std::string_view bytes) {
  model::Completion completion;
  if (!json::read_object(bytes, [&](json::Fields& fields) { read_completion(fields, completion); })) {
    return bad_completion();
  }
  return completion;
}

}  // namespace turnstream::codec
