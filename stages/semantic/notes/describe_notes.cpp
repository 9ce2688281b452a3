#include "stages/semantic/notes/describe_notes.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/note.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/describe.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/ring_row.h"
#include "stages/semantic/notes/said_rows.h"

namespace turnstream::semantic {
namespace {

using Json = nlohmann::json;

constexpr double kMillionths = 1e6;

Json head_json(std::string_view value) {
  const auto head = decode_note_head(value);
  if (!head.ok()) {
    return evidence::describe_damage(head.error());
  }
  return {{"notes", head->notes}, {"numbers", head->numbers}, {"sessions", head->sessions.size()}};
}

Json note_json(const Uuid& id, const model::Note& note) {
  std::string text;
  codec::append_note(text, "", id, note);
  Json json = json::parse_document(text);
  json.erase("persona_id");
  return json;
}

Json note_of_record_json(std::string_view key, std::string_view value) {
  const auto kept = decode_note(value);
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  Json json = note_json(ByteReader(key.substr(kNotePrefix.size())).uuid(), kept->note);
  json["number"] = kept->number;
  json["holders"] = kept->holders;
  return json;
}

/// What the notes of a turn's units would be, which have no id yet.
Json said_json(std::string_view value) {
  const auto drafts = decode_said(value);
  if (!drafts.ok()) {
    return evidence::describe_damage(drafts.error());
  }
  Json units = Json::array();
  for (const auto& [number, draft] : *drafts) {
    Json json = note_json(Uuid{}, draft.note);
    json.erase("id");
    json["number"] = number;
    units.push_back(std::move(json));
  }
  return {{"units", units}};
}

Json ring_json(std::string_view value) {
  const auto ring = decode_ring(value);
  if (!ring.ok()) {
    return evidence::describe_damage(ring.error());
  }
  Json units = Json::array();
  for (const RingUnit& unit : ring->units) {
    units.push_back({{"number", unit.number},
                     {"stems", unit.stems},
                     {"score_without_rarities", static_cast<double>(unit.rest / 1'000) / kMillionths},
                     {"note", unit.holding.has_value() ? Json(to_string(unit.holding->id)) : Json(nullptr)}});
  }
  return {{"last", format_time(ring->last.value())},
          {"heard", ring->heard},
          {"stems", ring->stems.size()},
          {"units", units}};
}

}  // namespace

Json describe_note_row(std::string_view key, std::string_view value) {
  if (key == kNotesKey) {
    return head_json(value);
  }
  if (key.starts_with(kNotePrefix)) {
    return note_of_record_json(key, value);
  }
  if (key.starts_with(kSaidPrefix)) {
    return said_json(value);
  }
  if (key.starts_with(kRingPrefix)) {
    return ring_json(value);
  }
  if (key.starts_with(kNoteRankPrefix)) {
    return {{"note", to_string(ByteReader(value).uuid())}};
  }
  if (key.starts_with(kNoteWordsPrefix)) {
    return {{"bytes", value.size()}};
  }
  return {{"unknown_row", std::string(key)}};
}

}  // namespace turnstream::semantic
