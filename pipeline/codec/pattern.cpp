#include "pipeline/codec/pattern.h"

#include <array>
#include <utility>

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/codec/patch_writer.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

using ScopeMember = std::string model::PatternScope::*;
constexpr std::array<std::pair<std::string_view, ScopeMember>, 4> kScopeMembers{
    {{"condition", &model::PatternScope::condition},
     {"tool", &model::PatternScope::tool},
     {"project", &model::PatternScope::project},
     {"person", &model::PatternScope::person}}};

/// `"scope":{"condition":…}` with the members that are not empty; nothing without one.
void write_scope(json::Writer& json, const model::PatternScope& scope) {
  if (!scope.known()) {
    return;
  }
  json.begin_object("scope");
  for (const auto& [name, member] : kScopeMembers) {
    if (!(scope.*member).empty()) {
      json.string(name, scope.*member);
    }
  }
  json.end_object();
}

model::PatternScope read_scope(json::Fields& fields) {
  model::PatternScope scope;
  if (auto given = fields.object_if_any("scope"); given.has_value()) {
    for (const auto& [name, member] : kScopeMembers) {
      scope.*member = given->text_if_any(name);
    }
  }
  return scope;
}

}  // namespace

void append_pattern(std::string& out, const model::Pattern& pattern) {
  json::Writer json(out);
  json.begin_object().string("kind", "pattern").string("id", pattern.id).string("persona_id", pattern.persona_id);
  write_user(json, pattern.user);
  json.string("type", name_in(model::kPatternTypes, pattern.type)).string("key", pattern.key);
  json.string("polarity", name_in(model::kPolarities, pattern.polarity)).string("text", pattern.text);
  write_scope(json, pattern.scope);
  json.millionths("confidence", pattern.confidence).integer("occurrences", pattern.occurrences);
  json.time("first_seen", pattern.first_seen.value()).time("last_seen", pattern.last_seen.value());
  write_evolution(json, "confidence", pattern.evolution);
  write_sources(json, pattern.sources);
  json.end_object();
}

std::optional<model::Patch> pattern_patch(const model::Pattern& before, const model::Pattern& after) {
  if (before.scope != after.scope || before.user != after.user) {
    return std::nullopt;
  }
  const auto changed = [&](auto member) { return before.*member != after.*member; };
  PatchWriter patch;
  json::Writer& json = patch.fields();
  if (changed(&model::Pattern::polarity)) {
    json.string("polarity", name_in(model::kPolarities, after.polarity));
  }
  if (changed(&model::Pattern::text)) {
    json.string("text", after.text);
  }
  if (changed(&model::Pattern::confidence)) {
    json.millionths("confidence", after.confidence);
  }
  if (changed(&model::Pattern::occurrences)) {
    json.integer("occurrences", after.occurrences);
  }
  if (changed(&model::Pattern::first_seen)) {
    json.time("first_seen", after.first_seen.value());
  }
  if (changed(&model::Pattern::last_seen)) {
    json.time("last_seen", after.last_seen.value());
  }
  patch.evolution("confidence", before.evolution, after.evolution);
  patch.sources(before.sources, after.sources);
  return patch.take();
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
    pattern.scope = read_scope(fields);
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
