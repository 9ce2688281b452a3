#include "recall/documents/document.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "pipeline/base/joined_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;

constexpr double kMillionths = 1e6;
// How sure an item is, by its member `confidence`.
constexpr std::int64_t kHintConfidence = 800'000;
constexpr std::int64_t kStaleConfidence = 500'000;

std::optional<std::int64_t> millionths_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) {
    return std::nullopt;
  }
  return std::llround(found->get<double>() * kMillionths);
}

std::vector<std::string> texts_of(const Json& object, const char* name) {
  std::vector<std::string> texts;
  const auto found = object.find(name);
  if (found != object.end() && found->is_array()) {
    for (const Json& text : *found) {
      if (text.is_string()) {
        texts.push_back(text.get<std::string>());
      }
    }
  }
  return texts;
}

EventTime time_of(const Json& object, const char* name) {
  return EventTime{parse_time(json::text_member(object, name)).value_or(0)};
}

void add_sources(const Json& object, std::vector<model::Source>& sources) {
  const auto found = object.find("sources");
  if (found == object.end() || !found->is_array()) {
    return;
  }
  for (const Json& source : *found) {
    if (source.is_object()) {
      sources.push_back({json::text_member(source, "id"), json::text_member(source, "turn_id"),
                         json::text_member(source, "session_id")});
    }
  }
}

std::string raw_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? std::string() : json::document_text(*found);
}

void read_memory(const Json& value, Document& document) {
  document.type = json::text_member(value, "type");
  document.text = json::text_member(value, "content");
  document.tags = texts_of(value, "tags");
  document.time = time_of(value, "timestamp");
  document.tier = json::text_member(value, "tier");
  const std::string confidence = json::text_member(value, "confidence");
  document.confidence = confidence == "stale"  ? kStaleConfidence
                        : confidence == "hint" ? kHintConfidence
                                               : document.confidence;
  document.place.session_id = json::text_member(value, "session_id");
  if (const auto context = value.find("context"); context != value.end() && context->is_object()) {
    document.place.user_id = json::text_member(*context, "user_id");
    document.place.room_id = json::text_member(*context, "room_id");
    document.place.task_id = json::text_member(*context, "task_id");
  }
  document.provenance = raw_of(value, "provenance");
  const auto provenance = value.find("provenance");
  const std::string turn = provenance == value.end() ? std::string() : json::text_member(*provenance, "turn_id");
  document.sources.push_back({document.id, turn, document.place.session_id});
  std::vector<model::Source> merged;
  add_sources(value, merged);
  for (model::Source& source : merged) {
    if (source.id != document.id || source.turn_id != turn) {
      document.sources.push_back(std::move(source));
    }
  }
}

/// A fact or note holds unless its member `current` is false.
bool is_current(const Json& value) {
  const auto current = value.find("current");
  return current == value.end() || !current->is_boolean() || current->get<bool>();
}

void read_fact(const Json& value, Document& document) {
  document.text = json::text_member(value, "text");
  document.subject = json::text_member(value, "subject");
  document.quote = json::text_member(value, "evidence");
  document.holds = is_current(value);
  document.validity = raw_of(value, "validity");
  if (const auto validity = value.find("validity");
      validity != value.end() && validity->is_array() && !validity->empty()) {
    document.time = time_of(validity->back(), "from");
  }
}

void read_note(const Json& value, Document& document) {
  document.text = json::text_member(value, "text");
  document.speaker = json::text_member(value, "speaker");
  document.quote = json::text_member(value, "reply_to");
  document.before = json::text_member(value, "before");
  document.place.session_id = json::text_member(value, "session_id");
  document.time = time_of(value, "timestamp");
  document.holds = is_current(value);
  const Json ended = document.holds ? Json() : value.value("ended", Json());
  document.validity =
      json::document_text(Json::array({Json{{"from", value.value("timestamp", Json())}, {"to", ended}}}));
}

void read_pattern(const Json& value, Document& document) {
  document.type = json::text_member(value, "type");
  document.text = json::text_member(value, "text");
  document.subject = json::text_member(value, "key");
  document.time = time_of(value, "last_seen");
}

void read_skill(const Json& value, Document& document) {
  document.text = joined(texts_of(value, "sequence"), " → ");
  document.time = time_of(value, "last_seen");
  document.confidence = millionths_of(value, "proficiency").value_or(document.confidence);
  const auto capability = value.find("capability");
  document.type = capability != value.end() && capability->is_boolean() && capability->get<bool>() ? "capability" : "";
}

void read_insight(const Json& value, Document& document) {
  document.type = json::text_member(value, "type");
  document.text = json::text_member(value, "summary");
  for (const char* list : {"connections", "contradictions", "open_questions"}) {
    const std::string more = joined(texts_of(value, list), "\n");
    document.text += document.text.empty() || more.empty() ? more : "\n" + more;
  }
  document.tags = texts_of(value, "tags");
  document.time = time_of(value, "extracted_at");
}

void read_topic(const Json& value, Document& document) {
  document.subject = json::text_member(value, "topic");
  document.time = time_of(value, "until");
  const auto facts = value.find("facts");
  if (facts == value.end() || !facts->is_array()) {
    return;
  }
  std::vector<std::string> texts;
  std::optional<std::string> user;  // of all facts, if they have one
  for (const Json& fact : *facts) {
    if (fact.is_object()) {
      const std::string said_by = json::text_member(fact, "user_id");
      user = user.value_or(said_by) == said_by ? said_by : std::string();
      texts.push_back(json::text_member(fact, "text"));
      add_sources(fact, document.sources);
    }
  }
  document.place.user_id = user.value_or(std::string());
  document.text = joined(texts, "\n");
}

void read_daily(const Json& value, Document& document) {
  document.text = joined(texts_of(value, "lines"), "\n");
  document.place.session_id = json::text_member(value, "session_id");
  document.time = EventTime{parse_time(json::text_member(value, "date") + "T00:00:00.000Z").value_or(0)};
}

void read_episode(const Json& value, Document& document) {
  document.tags = texts_of(value, "tags");
  document.text = joined(document.tags, ", ");
  document.place.session_id = json::text_member(value, "session_id");
  document.time = time_of(value, "end");
  for (std::string& item : texts_of(value, "item_ids")) {
    document.sources.push_back({std::move(item), "", document.place.session_id});
  }
}

}  // namespace

std::optional<Document> read_document(Kind kind, std::string_view id, std::string_view value) {
  const Json object = json::parse_document(value);
  if (!object.is_object()) {
    return std::nullopt;
  }
  Document document;
  document.kind = kind;
  document.id = id;
  document.importance = millionths_of(object, "importance");
  if (kind != Kind::kMemory) {
    document.place.user_id = json::text_member(object, "user_id");
    document.confidence = millionths_of(object, "confidence").value_or(document.confidence);
  }
  switch (kind) {
    case Kind::kMemory:
      read_memory(object, document);
      return document;
    case Kind::kFact:
      read_fact(object, document);
      break;
    case Kind::kPattern:
      read_pattern(object, document);
      break;
    case Kind::kSkill:
      read_skill(object, document);
      break;
    case Kind::kInsight:
      read_insight(object, document);
      break;
    case Kind::kTopic:
      read_topic(object, document);
      break;
    case Kind::kDaily:
      read_daily(object, document);
      break;
    case Kind::kEpisode:
      read_episode(object, document);
      return document;
    case Kind::kNote:
      read_note(object, document);
      break;
  }
  add_sources(object, document.sources);
  return document;
}

std::string indexed_text(const Document& document) {
  std::string text = document.text;
  const bool is_note = document.kind == Kind::kNote;
  for (const std::string& more :
       {document.subject, joined(document.tags, " "), is_note ? document.speaker : "", is_note ? document.quote : ""}) {
    text += more.empty() ? "" : "\n" + more;
  }
  return text;
}

bool is_stated_type(std::string_view type) {
  return type == "instruction" || type == "preference" || type == "habit";
}

std::string_view kind_name(const Document& document) {
  return document.kind == Kind::kPattern && is_stated_type(document.type) ? std::string_view(document.type)
                                                                          : name_in(kKinds, document.kind);
}

}  // namespace turnstream::recall
