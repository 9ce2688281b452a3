#include "pipeline/codec/memory_item.h"

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/json/writer.h"
#include "pipeline/json/written_fields.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

using model::MemoryItem;

void write_texts(json::Writer& json, std::string_view name, const std::vector<std::string>& texts) {
  json.begin_array(name);
  for (const std::string& text : texts) {
    json.string(text);
  }
  json.end_array();
}

void write_time_or_null(json::Writer& json, std::string_view name, const std::optional<LogTime>& time) {
  if (time.has_value()) {
    json.time(name, time->value());
  } else {
    json.null(name);
  }
}

void write_context(json::Writer& json, const MemoryItem& item) {
  json.begin_object("context");
  for (const auto& [name, text] : item.context) {
    json.string(name, text);
  }
  json.end_object();
}

void write_provenance(json::Writer& json, const model::Provenance& provenance) {
  json.begin_object("provenance");
  json.string("turn_id", provenance.turn_id).string("pointer", provenance.pointer).string("topic", provenance.topic);
  json.integer("partition", provenance.partition.value()).integer("offset", provenance.offset.value());
  json.end_object();
}

std::optional<LogTime> log_time(std::optional<std::int64_t> ms) {
  return ms.has_value() ? std::optional(LogTime{*ms}) : std::nullopt;
}

// The members are read in the order in which they are written: read_written() needs that.

template <typename Fields>
void read_what_it_is(Fields& fields, MemoryItem& item) {
  item.id = fields.text("id");
  item.persona_id = fields.text("persona_id");
  item.session_id = fields.text("session_id");
  item.type = fields.named("type", model::kItemTypes);
  item.content = fields.text("content");
  item.truncated = fields.boolean("truncated");
  fields.each_text("context",
                   [&item](std::string_view name, std::string_view text) { item.context.emplace_back(name, text); });
  item.timestamp = EventTime{fields.time("timestamp")};
  item.recorded_at = LogTime{fields.time("recorded_at")};
}

template <typename Fields>
void read_how_it_stands(Fields& fields, MemoryItem& item) {
  item.consolidated_at = log_time(fields.time_or_null("consolidated_at"));
  item.last_accessed_at = log_time(fields.time_or_null("last_accessed_at"));
  item.base_importance = fields.millionths("base_importance");
  item.importance = fields.millionths("importance");
  item.access_count = fields.integer("access_count");
  item.occurrences = fields.integer("occurrences");
  item.tier = fields.named("tier", model::kTiers);
  item.related_to = fields.texts("related_to");
  item.tags = fields.texts("tags");
  item.domain = fields.named("domain", model::kDomains);
  item.ephemeral = fields.boolean("ephemeral");
  item.references = fields.texts("references");
  item.confidence = fields.named("confidence", model::kConfidences);
}

template <typename Fields>
void read_where_it_comes_from(Fields& fields, MemoryItem& item) {
  item.source = fields.text("source");
  Fields provenance = fields.object("provenance");
  item.provenance.turn_id = provenance.text("turn_id");
  item.provenance.pointer = provenance.text("pointer");
  item.provenance.topic = provenance.text("topic");
  item.provenance.partition = Partition{static_cast<std::int32_t>(provenance.integer("partition"))};
  item.provenance.offset = Offset{provenance.integer("offset")};
  item.sources = read_sources(fields, true);
}

}  // namespace

void append_memory_item(std::string& out, const MemoryItem& item) {
  json::Writer json(out);
  json.begin_object().string("id", item.id).string("persona_id", item.persona_id);
  json.string("session_id", item.session_id).string("type", name_in(model::kItemTypes, item.type));
  json.string("content", item.content).boolean("truncated", item.truncated);
  write_context(json, item);
  json.time("timestamp", item.timestamp.value()).time("recorded_at", item.recorded_at.value());
  write_time_or_null(json, "consolidated_at", item.consolidated_at);
  write_time_or_null(json, "last_accessed_at", item.last_accessed_at);
  json.millionths("base_importance", item.base_importance).millionths("importance", item.importance);
  json.integer("access_count", item.access_count).integer("occurrences", item.occurrences);
  json.string("tier", name_in(model::kTiers, item.tier));
  write_texts(json, "related_to", item.related_to);
  write_texts(json, "tags", item.tags);
  json.string("domain", name_in(model::kDomains, item.domain)).boolean("ephemeral", item.ephemeral);
  write_texts(json, "references", item.references);
  json.string("confidence", name_in(model::kConfidences, item.confidence)).string("source", item.source);
  write_provenance(json, item.provenance);
  if (!item.sources.empty()) {
    write_sources(json, item.sources);
  }
  json.end_object();
}

Result<MemoryItem> parse_memory_item(std::string_view bytes) {
  MemoryItem item;
  const auto read = [&item](auto& fields) {
    read_what_it_is(fields, item);
    read_how_it_stands(fields, item);
    read_where_it_comes_from(fields, item);
  };
  if (json::read_written(bytes, read)) {
    return item;
  }
  item = MemoryItem();
  if (!json::read_object(bytes, read)) {
    return make_error(error_codes::kBadMemoryItem, Reaction::kRebuildState,
                      "The stored bytes of a memory item are damaged or have another format.");
  }
  return item;
}

std::string memory_item_patch(const MemoryItem& before, const MemoryItem& after) {
  CHECK(before.id == after.id);
  if (before == after) {
    return {};
  }
  std::string patch;
  json::Writer json(patch);
  const auto changed = [&](auto member) { return before.*member != after.*member; };
  json.begin_object();
  if (changed(&MemoryItem::consolidated_at)) {
    write_time_or_null(json, "consolidated_at", after.consolidated_at);
  }
  if (changed(&MemoryItem::last_accessed_at)) {
    write_time_or_null(json, "last_accessed_at", after.last_accessed_at);
  }
  if (changed(&MemoryItem::base_importance)) {
    json.millionths("base_importance", after.base_importance);
  }
  if (changed(&MemoryItem::importance)) {
    json.millionths("importance", after.importance);
  }
  if (changed(&MemoryItem::access_count)) {
    json.integer("access_count", after.access_count);
  }
  if (changed(&MemoryItem::occurrences)) {
    json.integer("occurrences", after.occurrences);
  }
  if (changed(&MemoryItem::tier)) {
    json.string("tier", name_in(model::kTiers, after.tier));
  }
  if (changed(&MemoryItem::related_to)) {
    write_texts(json, "related_to", after.related_to);
  }
  if (changed(&MemoryItem::tags)) {
    write_texts(json, "tags", after.tags);
  }
  if (changed(&MemoryItem::ephemeral)) {
    json.boolean("ephemeral", after.ephemeral);
  }
  if (changed(&MemoryItem::references)) {
    write_texts(json, "references", after.references);
  }
  if (changed(&MemoryItem::confidence)) {
    json.string("confidence", name_in(model::kConfidences, after.confidence));
  }
  if (changed(&MemoryItem::sources)) {
    write_sources(json, after.sources);
  }
  json.end_object();
  return patch;
}

}  // namespace turnstream::codec
