#include "stages/semantic/describe.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/fact.h"
#include "pipeline/json/document.h"
#include "stages/semantic/kept_fact.h"
#include "stages/semantic/notes/describe_notes.h"
#include "stages/semantic/timeline.h"
#include "stages/semantic/told_rows.h"

namespace turnstream::semantic {
namespace {

using Json = nlohmann::json;

Json head_json(std::string_view value) {
  const auto head = decode_head(value);
  if (!head.ok()) {
    return {{"damaged", head.error().message}};
  }
  return {{"facts", head->facts},
          {"shown", head->shown},
          {"current", head->current},
          {"listed", head->all.next - head->all.first},
          {"weak", head->weak.next - head->weak.first},
          {"next_look", head->timer.has_value() ? Json(format_time(head->timer->value())) : Json(nullptr)}};
}

Json fact_json(std::string_view key, std::string_view value) {
  const auto kept = decode_fact(value);
  if (!kept.ok()) {
    return {{"damaged", kept.error().message}};
  }
  ByteReader id(key.substr(kFactPrefix.size()));
  std::string text;
  codec::append_fact(text, "", id.uuid(), kept->fact);
  Json fact = json::parse_document(text);
  fact.erase("persona_id");
  fact["last_seen"] = format_time(kept->last_seen.value());
  fact["shown"] = kept->shown;
  fact["notes"] = Json::array();
  for (const NoteLink& link : kept->notes) {
    fact["notes"].push_back(to_string(link.note));
  }
  fact["ended_by"] = Json::array();
  for (const EndSaid& end : kept->ended_by) {
    fact["ended_by"].push_back(end.source.turn_id);
  }
  fact["made_of"] = Json::array();
  for (const Uuid& one : kept->made_of) {
    fact["made_of"].push_back(to_string(one));
  }
  return fact;
}

Json timeline_json(std::string_view value) {
  const auto timeline = decode_timeline(value);
  if (!timeline.ok()) {
    return {{"damaged", timeline.error().message}};
  }
  Json points = Json::array();
  for (const Point& point : *timeline) {
    points.push_back({{"from", format_time(point.first.value())},
                      {"last_said", format_time(point.last.value())},
                      {"fact", point.fact == kNothing ? Json(nullptr) : Json(to_string(point.fact))}});
  }
  return {{"values", points}};
}

/// The ids in a row whose entries have `entry` bytes each and begin with an id.
Json ids_json(const char* name, std::string_view value, std::size_t entry) {
  Json ids = Json::array();
  for (std::size_t at = 0; at + entry <= value.size(); at += entry) {
    ids.push_back(to_string(ByteReader(value.substr(at)).uuid()));
  }
  return {{name, ids}};
}

Json told_json(std::string_view value) {
  const auto told = decode_told(value);
  if (!told.ok()) {
    return {{"damaged", told.error().message}};
  }
  Json replaced = Json::array();
  for (const Uuid& id : told->replaced) {
    replaced.push_back(to_string(id));
  }
  return {{"topics", told->topics.size()}, {"replaced", replaced}, {"slots", told->slots.size()}};
}

}  // namespace

Json describe_row(std::string_view key, std::string_view value) {
  if (key == kHeadKey) {
    return head_json(value);
  }
  if (key.starts_with(kFactPrefix)) {
    return fact_json(key, value);
  }
  if (key.starts_with(kSlotPrefix)) {
    return timeline_json(value);
  }
  if (key.starts_with(kWordPrefix)) {
    return ids_json("facts_with_word", value, sizeof(Uuid) + 1);
  }
  if (key.starts_with(kTopicPrefix)) {
    return ids_json("facts_with_topic", value, sizeof(Uuid));
  }
  if (key.starts_with(kToldPrefix)) {
    return told_json(value);
  }
  if (key.starts_with(kAllPrefix) || key.starts_with(kWeakPrefix)) {
    return ids_json(key.starts_with(kAllPrefix) ? "facts" : "weak_facts", value, ListedFactForm::kBytes);
  }
  if (key.starts_with(kGonePrefix) || key.starts_with(kGoneListPrefix)) {
    return {{"forgotten", "masked"}};
  }
  return describe_note_row(key, value);
}

}  // namespace turnstream::semantic
