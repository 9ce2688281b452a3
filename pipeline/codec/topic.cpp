#include "pipeline/codec/topic.h"

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

void write_facts(json::Writer& json, const model::Topic& topic) {
  json.begin_array("facts");
  for (const model::TopicFact& fact : topic.facts) {
    json.begin_object().string("text", fact.text);
    write_user_id(json, fact.user_id);
    json.begin_array("sources");
    for (const model::Source& source : fact.sources) {
      json.begin_object().string("id", source.id).string("turn_id", source.turn_id);
      json.string("session_id", source.session_id).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace

void append_topic(std::string& out, const model::Topic& topic) {
  json::Writer json(out);
  json.begin_object().string("kind", "topic").string("id", topic.id).string("persona_id", topic.persona_id);
  json.string("topic", topic.topic);
  write_facts(json, topic);
  json.integer("event_count", topic.event_count).time("since", topic.since.value());
  json.time("until", topic.until.value()).end_object();
}

std::string topic_facts_patch(const model::Topic& topic) {
  std::string out;
  json::Writer json(out);
  json.begin_object();
  write_facts(json, topic);
  json.end_object();
  return out;
}

}  // namespace turnstream::codec
