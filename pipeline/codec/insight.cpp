#include "pipeline/codec/insight.h"

#include "pipeline/base/check.h"
#include "pipeline/codec/evidence_fields.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

using model::Insight;

void write_texts(json::Writer& json, std::string_view name, const std::vector<std::string>& texts) {
  json.begin_array(name);
  for (const std::string& text : texts) {
    json.string(text);
  }
  json.end_array();
}

void write_last_access(json::Writer& json, const Insight& insight) {
  if (insight.last_accessed_at.has_value()) {
    json.time("last_accessed_at", insight.last_accessed_at->value());
  } else {
    json.null("last_accessed_at");
  }
}

void write_said(json::Writer& json, const Insight& insight) {
  if (insight.discovery.has_value()) {
    write_texts(json, "connections", insight.discovery->connections);
    write_texts(json, "contradictions", insight.discovery->contradictions);
    write_texts(json, "open_questions", insight.discovery->open_questions);
  } else {
    json.string("summary", insight.summary);
  }
}

void write_origin(json::Writer& json, const Insight& insight) {
  json.begin_object("derived_by").string("method", name_in(model::kDerivationMethods, insight.derived_by.method));
  json.string_or_null("model", insight.derived_by.model);
  json.string_or_null("effect_id", insight.derived_by.effect_id).end_object();
  if (insight.shared.has_value()) {
    json.string("source_persona_id", insight.shared->persona_id);
    json.string("source_insight_id", insight.shared->insight_id);
    json.time("shared_at", insight.shared->shared_at.value());
  }
  json.begin_object("log").integer("partition", insight.log.partition.value());
  json.integer("offset", insight.log.offset.value()).end_object();
}

void read_said(json::Fields& fields, Insight& insight) {
  if (insight.type != model::InsightType::kDiscovery) {
    insight.summary = fields.text("summary");
    return;
  }
  insight.discovery.emplace();
  insight.discovery->connections = fields.texts("connections");
  insight.discovery->contradictions = fields.texts("contradictions");
  insight.discovery->open_questions = fields.texts("open_questions");
}

void read_origin(json::Fields& fields, Insight& insight) {
  json::Fields derived_by = fields.object("derived_by");
  insight.derived_by.method = derived_by.named("method", model::kDerivationMethods);
  insight.derived_by.model = derived_by.text_or_null("model");
  insight.derived_by.effect_id = derived_by.text_or_null("effect_id");
  if (insight.type == model::InsightType::kShared) {
    insight.shared.emplace();
    insight.shared->persona_id = fields.text("source_persona_id");
    insight.shared->insight_id = fields.text("source_insight_id");
    insight.shared->shared_at = LogTime{fields.time("shared_at")};
  }
  json::Fields log = fields.object("log");
  insight.log.partition = Partition{static_cast<std::int32_t>(log.integer("partition"))};
  insight.log.offset = Offset{log.integer("offset")};
}

}  // namespace

void append_insight(std::string& out, const Insight& insight) {
  json::Writer json(out);
  json.begin_object().string("kind", "insight").string("type", name_in(model::kInsightTypes, insight.type));
  json.string("id", insight.id).string("persona_id", insight.persona_id);
  write_user_id(json, insight.user_id);
  write_said(json, insight);
  write_sources(json, insight.sources);
  json.string("domain", name_in(model::kDomains, insight.domain)).millionths("importance", insight.importance);
  write_texts(json, "tags", insight.tags);
  json.millionths("confidence", insight.confidence).time("extracted_at", insight.extracted_at.value());
  write_last_access(json, insight);
  json.integer("access_count", insight.access_count);
  write_origin(json, insight);
  json.end_object();
}

Result<Insight> parse_insight(std::string_view bytes) {
  Insight insight;
  const bool ok = json::read_object(bytes, [&insight](json::Fields& fields) {
    insight.type = fields.named("type", model::kInsightTypes);
    insight.id = fields.text("id");
    insight.persona_id = fields.text("persona_id");
    insight.user_id = fields.text_if_any("user_id");
    read_said(fields, insight);
    insight.sources = read_sources(fields);
    insight.domain = fields.named("domain", model::kDomains);
    insight.importance = fields.millionths("importance");
    insight.tags = fields.texts("tags");
    insight.confidence = fields.millionths("confidence");
    insight.extracted_at = LogTime{fields.time("extracted_at")};
    if (const auto accessed = fields.time_or_null("last_accessed_at"); accessed.has_value()) {
      insight.last_accessed_at = LogTime{*accessed};
    }
    insight.access_count = fields.integer("access_count");
    read_origin(fields, insight);
  });
  if (!ok) {
    return make_error(error_codes::kBadInsight, Reaction::kStopProcess,
                      "The JSON of an insight cannot be read: a field is missing or has another form.");
  }
  return insight;
}

std::string insight_patch(const Insight& before, const Insight& after) {
  CHECK(before.id == after.id);
  if (before == after) {
    return {};
  }
  std::string patch;
  json::Writer json(patch);
  const auto changed = [&](auto member) { return before.*member != after.*member; };
  json.begin_object();
  if (changed(&Insight::summary)) {
    json.string("summary", after.summary);
  }
  if (changed(&Insight::sources)) {
    write_sources(json, after.sources);
  }
  if (changed(&Insight::importance)) {
    json.millionths("importance", after.importance);
  }
  if (changed(&Insight::tags)) {
    write_texts(json, "tags", after.tags);
  }
  if (changed(&Insight::confidence)) {
    json.millionths("confidence", after.confidence);
  }
  if (changed(&Insight::last_accessed_at)) {
    write_last_access(json, after);
  }
  if (changed(&Insight::access_count)) {
    json.integer("access_count", after.access_count);
  }
  json.end_object();
  return patch;
}

}  // namespace turnstream::codec
