#include "stages/semantic/notes/describe_notes.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/note.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/describe.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/ring.h"

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

/// A note of record, or what the note of a unit would be, which has no id yet.
Json note_json(std::string_view key, std::string_view value) {
  const auto kept = decode_note(value);
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  const bool of_record = key.starts_with(kNotePrefix);
  std::string text;
  codec::append_note(text, "", of_record ? ByteReader(key.substr(kNotePrefix.size())).uuid() : Uuid{}, kept->note);
  Json note = json::parse_document(text);
  note.erase("persona_id");
  if (of_record) {
    note["number"] = kept->number;
    note["holders"] = kept->holders;
  } else {
    note.erase("id");
  }
  return note;
}

Json ring_json(std::string_view value) {
  const auto ring = decode_ring(value);
  if (!ring.ok()) {
    return evidence::describe_damage(ring.error());
  }
  Json units = Json::array();
  for (const RingUnit& one : ring->units) {
    units.push_back({{"number", one.number},
                     {"stems", one.unit.stems.size()},
                     {"score_without_rarities", static_cast<double>(one.rest / 1'000) / kMillionths},
                     {"note", one.holding.has_value() ? Json(to_string(one.holding->id)) : Json(nullptr)}});
  }
  return {{"last", format_time(ring->last.value())}, {"heard", ring->heard}, {"units", units}};
}

}  // namespace

Json describe_note_row(std::string_view key, std::string_view value) {
  if (key == kNotesKey) {
    return head_json(value);
  }
  if (key.starts_with(kNotePrefix) || key.starts_with(kSaidPrefix)) {
    return note_json(key, value);
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
