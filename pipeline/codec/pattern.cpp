#include "pipeline/codec/pattern.h"

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {

void append_pattern(std::string& out, const model::Pattern& pattern) {
  json::Writer json(out);
  json.begin_object().string("kind", "pattern").string("id", pattern.id).string("persona_id", pattern.persona_id);
  write_user(json, pattern.user);
  json.string("type", name_in(model::kPatternTypes, pattern.type)).string("key", pattern.key);
  json.string("polarity", name_in(model::kPolarities, pattern.polarity)).string("text", pattern.text);
  json.millionths("confidence", pattern.confidence).integer("occurrences", pattern.occurrences);
  json.time("first_seen", pattern.first_seen.value()).time("last_seen", pattern.last_seen.value());
  write_evolution(json, "confidence", pattern.evolution);
  write_sources(json, pattern.sources);
  json.end_object();
}

Result<model::Pattern> parse_pattern(std::string_view bytes) {
  model::Pattern pattern;
  const bool ok = json::read_object(bytes, [&pattern](json::Fields& fields) {
    pattern.id = fields.text("id");
    pattern.persona_id = fields.text("persona_id");
    pattern.user = read_user(fields);
    pattern.type = fields.named("type", model::kPatternTypes);
    pattern.key = fields.text("key");
    pattern.polarity = fields.named("polarity", model::kPolarities);
    pattern.text = fields.text("text");
    pattern.confidence = fields.millionths("confidence");
    pattern.occurrences = fields.integer("occurrences");
    pattern.first_seen = EventTime{fields.time("first_seen")};
    pattern.last_seen = EventTime{fields.time("last_seen")};
    pattern.evolution = read_evolution(fields, "confidence");
    pattern.sources = read_sources(fields);
  });
  if (!ok) {
    return make_error(error_codes::kBadPattern, Reaction::kStopProcess,
                      "The JSON of a pattern cannot be read: a field is missing or has another form.");
  }
  return pattern;
}

}  // namespace turnstream::codec
