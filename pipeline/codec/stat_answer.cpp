#include "pipeline/codec/stat_answer.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::codec {
namespace {

using Json = nlohmann::json;

/// The member; null if there is none.
const Json& member(const Json& object, const char* name) {
  static const Json kNull;
  const auto found = object.is_object() ? object.find(name) : object.end();
  return !object.is_object() || found == object.end() ? kNull : *found;
}

bool is_set(const Json& entry, const char* name) {
  const Json& value = member(entry, name);
  return value.is_boolean() && value.get<bool>();
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<EventTime> time_of(const Json& value) {
  if (value.is_number_integer()) {
    return EventTime{value.get<std::int64_t>()};
  }
  const auto time = parse_time(text_of(value));
  return time.has_value() ? std::optional(EventTime{*time}) : std::nullopt;
}

/// Absent if the entry does not say whether the file exists, or does not say when an existing file was changed.
std::optional<FileState> state_of(const Json& entry) {
  const Json& exists = member(entry, "exists");
  if (!exists.is_boolean() || is_set(entry, "outside") || is_set(entry, "unknown") || is_set(entry, "timeout")) {
    return std::nullopt;
  }
  const FileState state{exists.get<bool>(), time_of(member(entry, "modified_at"))};
  return state.exists && !state.modified_at.has_value() ? std::nullopt : std::optional(state);
}

}  // namespace

std::optional<StatAnswer> parse_stat_answer(std::string_view record) {
  const Json root = json::parse_document(record);
  if (root.is_discarded() || text_of(member(root, "kind")) != "stat") {
    return std::nullopt;
  }
  StatAnswer answer;
  answer.effect_id = text_of(member(root, "effect_id"));
  answer.request_hash = text_of(member(root, "request_hash"));
  const Json& paths = member(member(root, "response"), "paths");
  if (text_of(member(root, "status")) != "ok" || !paths.is_array()) {
    return answer;
  }
  for (const Json& entry : paths) {
    const std::string path = text_of(member(entry, "path"));
    if (const auto state = state_of(entry); state.has_value() && !path.empty()) {
      answer.files.emplace(path, *state);
    }
  }
  return answer;
}

}  // namespace turnstream::codec
