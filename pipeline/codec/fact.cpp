#include "pipeline/codec/fact.h"

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/json/object_writer.h"

namespace turnstream::codec {
namespace {

void append_validity(json::ObjectWriter& json, const std::vector<model::Validity>& validity) {
  json.begin_array("validity");
  for (const model::Validity& interval : validity) {
    json.begin_object().time("from", interval.from.value());
    if (interval.to.has_value()) {
      json.time("to", interval.to->value());
    } else {
      json.null("to");
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void append_fact(std::string& out, std::string_view persona, const Uuid& id, const model::Fact& fact) {
  json::ObjectWriter json(out);
  json.begin_object().string("kind", "fact").uuid("id", id).string("persona_id", persona);
  write_user(json, fact.user);
  if (fact.relation.empty()) {
    json.null("subject").null("relation").null("value");
  } else {
    json.string("subject", fact.subject).string("relation", fact.relation).string("value", fact.value);
  }
  json.string("text", fact.text);
  if (fact.evidence.empty()) {
    json.null("evidence");
  } else {
    json.string("evidence", fact.evidence);
  }
  json.millionths("confidence", fact.confidence).boolean("current", fact.current);
  append_validity(json, fact.validity);
  if (fact.superseded_by.has_value()) {
    json.uuid("superseded_by", *fact.superseded_by);
  } else {
    json.null("superseded_by");
  }
  write_sources(json, fact.sources);
  json.end_object();
}

}  // namespace turnstream::codec
