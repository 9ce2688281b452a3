#include "recall/answers/answer.h"

#include <algorithm>
#include <cmath>

#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kResting = 10;  ///< documents that are named with a message
constexpr double kMillion = 1e6;

/// Scores are shown to six places.
void write_score(json::Writer& json, const Found& found) {
  if (found.parts.empty()) {
    return;
  }
  json.millionths("score", std::llround(found.score * kMillion)).begin_object("parts");
  for (const auto& [name, value] : found.parts) {
    json.millionths(name, std::llround(value * kMillion));
  }
  json.end_object();
}

void write_place(json::Writer& json, const Place& place) {
  const std::pair<std::string_view, const std::string*> members[] = {{"session_id", &place.session_id},
                                                                     {"user_id", &place.user_id},
                                                                     {"room_id", &place.room_id},
                                                                     {"task_id", &place.task_id}};
  for (const auto& [name, value] : members) {
    if (!value->empty()) {
      json.string(name, *value);
    }
  }
}

/// The tier and importance of the item; "none" if memory no longer has it.
void write_item(json::Writer& json, const ItemEntry& item) {
  if (item.is_kept) {
    json.millionths("importance", item.importance).string("tier", item.tier).millionths("confidence", item.confidence);
  } else {
    json.null("importance").string("tier", "none").null("confidence");
  }
}

/// The ids of documents that rest on the message, in order; kResting at most.
std::vector<std::string_view> resting_on(const PersonaIndex& index, MessageNumber message) {
  std::vector<std::string_view> ids;
  for (const DocumentNumber number : index.documents_on(message)) {
    ids.push_back(index.document(number).id);
  }
  std::sort(ids.begin(), ids.end());
  ids.resize(std::min(ids.size(), kResting));
  return ids;
}

Status write_message(json::Writer& json, const PersonaMemory& memory, const Found& found, UsedIds& used) {
  TS_ASSIGN_OR_RETURN(const Message message, memory.message(*found.message));
  const PersonaIndex& index = memory.index();
  const ItemEntry& item = index.item(index.message(*found.message).item);
  if (item.is_kept) {
    used.push_back(item_now(message));
  }
  json.begin_object().string("kind", "message").string("id", message.id);
  append_text(json, message.text);
  if (!message.caption.empty()) {
    json.string("caption", message.caption);
  }
  write_score(json, found);
  json.string("speaker", message.speaker);
  write_place(json, message.place);
  json.time("time", message.time.value());
  write_item(json, item);
  json.begin_array("derived");
  for (const std::string_view id : resting_on(index, *found.message)) {
    json.string(id);
  }
  json.end_array();
  json.begin_object("provenance").string("turn_id", message.turn_id).string("pointer", pointer_of(message.side));
  json.string("topic", message.source.topic).integer("partition", message.source.partition.value());
  json.integer("offset", message.source.offset.value()).end_object().end_object();
  return {};
}

Status write_document(json::Writer& json, const PersonaMemory& memory, const Found& found, UsedIds& used) {
  const DocumentEntry& entry = memory.index().document(found.document);
  TS_ASSIGN_OR_RETURN(const std::optional<Document> read, memory.document(entry.kind, entry.id));
  if (!read) {
    return {};
  }
  const Document& document = *read;
  note_used(document, used);
  json.begin_object().string("kind", kind_name(document)).string("id", document.id);
  if (!document.type.empty()) {
    json.string("type", document.type);
  }
  if (!document.subject.empty()) {
    json.string("subject", document.subject);
  }
  append_text(json, document.text);
  if (!document.quote.empty()) {
    json.string(document.kind == Kind::kNote ? "reply_to" : "evidence", document.quote);
  }
  if (!document.before.empty()) {
    json.string("before", document.before);
  }
  write_score(json, found);
  if (!document.speaker.empty()) {
    json.string("speaker", document.speaker);
  }
  write_place(json, document.place);
  json.time("time", document.time.value());
  if (document.importance) {
    json.millionths("importance", *document.importance);
  }
  if (!document.tier.empty()) {
    json.string("tier", document.tier);
  }
  json.millionths("confidence", document.confidence);
  if (!document.validity.empty() && (document.kind == Kind::kFact || !document.holds)) {
    json.boolean("current", document.holds).raw("validity", document.validity);
  }
  json.begin_array("sources");
  for (const model::Source& source : document.sources) {
    json.begin_object().string("id", source.id).string("turn_id", source.turn_id);
    json.string("session_id", source.session_id).end_object();
  }
  json.end_array();
  if (!document.provenance.empty()) {
    json.raw("provenance", document.provenance);
  }
  json.end_object();
  return {};
}

}  // namespace

void append_text(json::Writer& json, std::string_view text) {
  const std::string_view shown = first_code_points(text, kShownCodePointsMax);
  json.string("text", shown);
  if (shown.size() < text.size()) {
    json.boolean("truncated", true);
  }
}

void append_moment(json::Writer& json, const Asked& asked) {
  const Moment moment = asked.memory.moment();
  json.string("persona_id", asked.memory.persona());
  json.begin_object("log").integer("partition", moment.partition.value()).integer("offset", moment.offset.value());
  json.end_object();
  if (asked.waits_for.empty()) {
    return;
  }
  json.begin_array("waits_for");
  for (const std::string& stage : asked.waits_for) {
    json.string(stage);
  }
  json.end_array();
}

Status append_result(json::Writer& json, const PersonaMemory& memory, const Found& found, UsedIds& used) {
  return found.message ? write_message(json, memory, found, used) : write_document(json, memory, found, used);
}

void note_used(const Document& document, UsedIds& used) {
  if (document.kind == Kind::kMemory || document.kind == Kind::kInsight) {
    used.push_back(document.id);
  }
}

Status append_answer(std::string& out, const Asked& asked, const std::vector<Found>& found, UsedIds& used) {
  json::Writer json(out);
  json.begin_object();
  append_moment(json, asked);
  json.begin_array("results");
  for (const Found& one : found) {
    TS_RETURN_IF_ERROR(append_result(json, asked.memory, one, used));
  }
  json.end_array().end_object();
  return {};
}

}  // namespace turnstream::recall
