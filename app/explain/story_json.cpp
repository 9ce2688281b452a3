#include <nlohmann/json.hpp>

#include "app/explain/report.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::ordered_json;

Json text_or_null(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

/// For values that are kept as JSON text.
Json value_of(const std::string& text) {
  return text.empty() ? Json() : Json::parse(text, nullptr, false);
}

Json place_of(const Place& place) {
  return {{"topic", place.topic}, {"partition", place.partition}, {"offset", place.offset}};
}

Json place_of(const std::optional<Place>& place) {
  return place ? place_of(*place) : Json();
}

std::string dumped(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename T, typename Describe>
Json list_of(const std::vector<T>& values, const Describe& describe) {
  Json list = Json::array();
  for (const T& value : values) {
    list.push_back(describe(value));
  }
  return list;
}

/// A bounded list is an object with a count, so that a reader sees whether the list is complete.
template <typename T, typename Describe>
Json bounded_of(const Bounded<T>& values, const Describe& describe) {
  return {{"count", values.count()}, {"left_out", values.left_out()}, {"list", list_of(values.kept(), describe)}};
}

Json of_change(const MemoryChange& change) {
  Json fields = Json::object();
  for (const FieldChange& field : change.fields) {
    fields[field.name] = {{"before", value_of(field.before)}, {"after", value_of(field.after)}};
  }
  return {{"op", change.op},
          {"stage", change.stage},
          {"time", change.time},
          {"cause", {{"kind", change.cause_kind}, {"id", change.cause_id}}},
          {"log", place_of(change.log)},
          {"completion", place_of(change.completion)},
          {"fields", std::move(fields)}};
}

Json of_memory(const DerivedMemory& memory) {
  return {{"kind", memory.kind},
          {"title", memory.title},
          {"removed", memory.removed},
          {"value", value_of(memory.value)},
          {"history", bounded_of(memory.changes, of_change)}};
}

Json of_source(const SourceStory& source) {
  return {{"kind", text_or_null(source.kind)},
          {"id", source.id},
          {"turn_id", text_or_null(source.turn_id)},
          {"session_id", text_or_null(source.session_id)},
          {"turn", place_of(source.turn)},
          {"pointer", source.pointer ? Json(*source.pointer) : Json()},
          {"log", place_of(source.log)},
          {"excerpt", text_or_null(source.excerpt)},
          {"note", text_or_null(source.note)},
          {"sources", list_of(source.sources, of_source)}};
}

Json of_derived(const NamingMemory& derived) {
  return {{"kind", derived.kind},      {"id", derived.id},       {"title", text_or_null(derived.title)},
          {"field", derived.field},    {"stage", derived.stage}, {"log", place_of(derived.log)},
          {"removed", derived.removed}};
}

Json of_event(const NamingEvent& event) {
  return {{"kind", event.kind},
          {"type", event.type},
          {"time", text_or_null(event.time)},
          {"text", text_or_null(event.text)},
          {"place", place_of(event.place)}};
}

Json of_answer(const StageAnswer& answer) {
  Json error;
  if (!answer.error_code.empty()) {
    error = {{"code", answer.error_code}, {"message", answer.error_message}, {"pointer", answer.error_pointer}};
  }
  Json out = {{"stage", answer.stage}, {"phase", answer.phase}, {"answered", answer.parts > 0}};
  if (answer.parts > 0) {
    out.update({{"status", answer.status},
                {"error", std::move(error)},
                {"duplicate_of", place_of(answer.duplicate_of)},
                {"items_processed", answer.processed},
                {"items_added", answer.added},
                {"items_updated", answer.updated},
                {"items_removed", answer.removed},
                {"parts", answer.parts},
                {"attempts", answer.attempts},
                {"duration_ms", answer.duration_ms}});
  }
  return out;
}

Json of_turn_change(const TurnChange& change) {
  return {{"stage", change.stage},
          {"op", change.op},
          {"kind", change.kind},
          {"id", change.id},
          {"title", text_or_null(change.title)},
          {"pointer", text_or_null(change.pointer)}};
}

Json of_record(const TurnRecord& record) {
  return {{"kind", record.kind},
          {"stage", text_or_null(record.about)},
          {"source", place_of(record.source)},
          {"log", place_of(record.log)},
          {"log_time", record.log_time},
          {"stages", list_of(record.answers, of_answer)},
          {"changes", bounded_of(record.changes, of_turn_change)}};
}

Json of_dead_letter(const TurnDeadLetter& letter) {
  return {{"stage", letter.stage},
          {"reason", letter.reason},
          {"message", letter.message},
          {"pointer", letter.pointer},
          {"attempts", letter.attempts},
          {"time", letter.time},
          {"source", place_of(letter.source)},
          {"place", place_of(letter.place)}};
}

Json of_log_line(const TurnLogLine& line) {
  Json out = {{"time", line.time}, {"level", line.level}, {"event", line.event}};
  for (const auto& [name, value] : line.fields) {
    out[name] = value;
  }
  return out;
}

}  // namespace

std::string memory_json(const MemoryStory& story) {
  return dumped({{"id", story.id},
                 {"persona_id", story.persona},
                 {"things", list_of(story.memories, of_memory)},
                 {"sources", list_of(story.sources, of_source)},
                 {"sources_left_out", story.sources_left_out},
                 {"named_by", bounded_of(story.derived, of_derived)},
                 {"events", bounded_of(story.events, of_event)}});
}

std::string turn_json(const TurnStory& story) {
  return dumped({{"turn_id", story.turn_id},
                 {"persona_id", story.persona},
                 {"session_id", text_or_null(story.session)},
                 {"timestamp", text_or_null(story.event_time)},
                 {"excerpt", text_or_null(story.excerpt)},
                 {"records", bounded_of(story.records, of_record)},
                 {"dead_letters", bounded_of(story.dead_letters, of_dead_letter)},
                 {"log_lines", bounded_of(story.log_lines, of_log_line)}});
}

std::string candidates_json(const std::vector<IdCandidate>& candidates) {
  const auto describe = [](const IdCandidate& one) {
    return Json{{"kind", one.kind}, {"id", one.id}, {"persona_id", one.persona}, {"title", text_or_null(one.title)}};
  };
  return dumped({{"candidates", list_of(candidates, describe)}});
}

}  // namespace turnstream::app
