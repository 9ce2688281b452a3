#include "pipeline/codec/note.h"

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/json/object_writer.h"

namespace turnstream::codec {

void append_note(std::string& out, std::string_view persona, const Uuid& id, const model::Note& note) {
  json::ObjectWriter json(out);
  json.begin_object().string("kind", "note").uuid("id", id).string("persona_id", persona);
  write_user(json, note.user);
  json.string("session_id", note.session_id).string("speaker", note.speaker);
  if (note.about.empty()) {
    json.null("about");
  } else {
    json.string("about", note.about);
  }
  json.string("text", note.text).string_or_null("reply_to", note.reply_to).string_or_null("before", note.before);
  json.time("timestamp", note.timestamp.value());
  json.begin_object("span").time("from", note.span.from.value()).time("to", note.span.to.value()).end_object();
  json.millionths("importance", note.importance).millionths("confidence", note.confidence);
  json.boolean("current", note.current);
  if (note.ended.has_value()) {
    json.time("ended", note.ended->value());
  } else {
    json.null("ended");
  }
  if (note.superseded_by.has_value()) {
    json.uuid("superseded_by", *note.superseded_by);
  } else {
    json.null("superseded_by");
  }
  write_sources(json, note.sources);
  json.end_object();
}

}  // namespace turnstream::codec
