#include "app/tail/record_words.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/explain/json_text.h"
#include "pipeline/base/joined_text.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/json/document.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kListShownMax = 3;

/// The strings in the list, or in this member of its objects.
std::vector<std::string> texts_of(const Json& list, std::string_view member = "") {
  std::vector<std::string> texts;
  for (const Json& entry : list.is_array() ? list : Json::array()) {
    std::string text = entry.is_string() ? entry.get<std::string>() : text_in(entry, member);
    if (!text.empty()) {
      texts.push_back(std::move(text));
    }
  }
  return texts;
}

std::string list_words(const Json& list) {
  std::vector<std::string> texts = texts_of(list);
  if (texts.size() < list.size()) {
    return std::to_string(list.size()) + (list.size() == 1 ? " entry" : " entries");
  }
  for (std::string& text : texts) {
    text = short_id(text);
  }
  const std::size_t more = texts.size() - std::min(texts.size(), kListShownMax);
  texts.resize(texts.size() - more);
  return joined(texts, " ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

bool says_nothing(const Json& value) {
  return value.is_null() || value == false || (value.is_structured() && value.empty()) ||
         (value.is_string() && value.get_ref<const std::string&>().empty()) || (value.is_number() && value == 0);
}

void append_members(std::vector<std::string>& out, const std::string& prefix, const Json& object,
                    std::initializer_list<std::string_view> hidden) {
  for (const auto& [name, value] : object.items()) {
    if (says_nothing(value) || std::find(hidden.begin(), hidden.end(), name) != hidden.end()) {
      continue;
    }
    if (value.is_object()) {
      append_members(out, prefix + name + ".", value, {});
    } else if (value == true) {
      out.push_back(prefix + name);
    } else {
      out.push_back(prefix + name + " " +
                    (value.is_array()    ? list_words(value)
                     : value.is_string() ? short_id(value.get_ref<const std::string&>())
                                         : json::document_text(value)));
    }
  }
}

/// The settings in `values`, also those that are 0, false or empty: `intake.clock event`.
void append_settings(std::vector<std::string>& out, const std::string& prefix, const Json& values) {
  for (const auto& [name, value] : values.items()) {
    if (value.is_object()) {
      append_settings(out, prefix + name + ".", value);
    } else {
      const bool is_text = value.is_string() && !value.get_ref<const std::string&>().empty();
      out.push_back(prefix + name + " " + (is_text ? value.get<std::string>() : json::document_text(value)));
    }
  }
}

/// `3@1042` of {"partition","offset"}.
std::string place_words(const Json& place) {
  return std::to_string(integer_in(place, "partition")) + "@" + std::to_string(integer_in(place, "offset"));
}

std::string turn_words(const Json& turn) {
  const Json& data = member_in(turn, "turn_data");
  const std::string name = text_in(turn, "user_name");
  const std::string user = name.empty() ? text_in(turn, "user_id") : name;
  const std::string agent = text_in(turn, "agent_name");
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& who, const std::string& text) {
    if (!text.empty()) {
      parts.push_back(who + ": " + text);
    }
  };
  add(user.empty() ? "user" : user, text_in(data, "user_input"));
  add(agent.empty() ? "assistant" : agent, text_in(data, "assistant_response"));
  add("tools", joined(texts_of(member_in(turn, "tool_executions"), "tool_id"), ", "));
  add("observed", joined(texts_of(member_in(turn, "observations"), "content"), " · "));
  add("errors", joined(texts_of(member_in(turn, "errors"), "message"), "; "));
  return parts.empty() ? "a turn without texts" : joined(parts, " · ");
}

std::string insight_text(const Json& insight) {
  if (const std::string summary = text_in(insight, "summary"); !summary.empty()) {
    return summary;
  }
  std::vector<std::string> texts;
  for (const char* list : {"connections", "contradictions", "open_questions"}) {  // of a discovery
    const std::vector<std::string> more = texts_of(member_in(insight, list));
    texts.insert(texts.end(), more.begin(), more.end());
  }
  return joined(texts, "; ");
}

std::string insight_words(const Json& insight) {
  const std::string type = text_in(insight, "type");
  const std::string from = text_in(insight, "source_persona_id");
  return (type.empty() || type == "extracted" ? "insight " : type + " insight ") + short_id(text_in(insight, "id")) +
         (from.empty() ? "" : " from " + from) + ": " + insight_text(insight);
}

std::string command_words(const Json& command) {
  const Json& args = member_in(command, "args");
  std::vector<std::string> parts;
  append_members(parts, "", args, {"values", "insight", "dead_letter", "upstream", "source_topic", "confirm"});
  append_settings(parts, "", member_in(args, "values"));
  if (const Json& insight = member_in(args, "insight"); insight.is_object()) {
    parts.push_back(insight_words(insight));
  }
  const std::string by = text_in(command, "issued_by");
  return text_in(command, "kind") + (parts.empty() ? "" : " ") + joined(parts, ", ") + (by.empty() ? "" : " by " + by);
}

std::string effect_words(const Json& effect) {
  const std::string kind = text_in(effect, "kind");
  const std::string id = short_id(text_in(effect, "effect_id"));
  const std::string stage = text_in(effect, "stage");
  const std::string by = stage.empty() ? "" : " by " + stage;
  if (kind == "cancel") {
    return "request " + id + " cancelled" + by + ": " + text_in(effect, "reason");
  }
  if (effect.contains("status")) {
    const std::string error = text_in(member_in(effect, "error"), "message");
    return kind + " result " + id + ": " + text_in(effect, "status") + (error.empty() ? "" : ", " + error);
  }
  const Json& request = member_in(effect, "request");
  const Json shown{{"model", member_in(request, "model")},
                   {"paths", member_in(request, "paths")},
                   {"purpose", member_in(effect, "purpose")}};
  return kind + " request " + id + by + ": " + members_words(shown);
}

std::string event_words(const Json& event) {
  const std::string type = text_in(event, "type");
  if (type == "topic") {
    return "topic " + text_in(event, "topic") + ": " + joined(texts_of(member_in(event, "facts")), " ");
  }
  if (type == "curation") {
    return "curation of " + text_in(event, "date") + ": " + joined(texts_of(member_in(event, "lines")), "; ");
  }
  if (type == "flush") {
    const std::int64_t messages = integer_in(event, "messages");
    const std::string entry = text_in(event, "entry");
    return "flush of session " + text_in(event, "session_id") + ", " + std::to_string(messages) +
           (messages == 1 ? " message" : " messages") + (entry.empty() ? "" : ": " + entry);
  }
  const std::string stage = text_in(event, "stage");
  const std::string more = members_words(event, {"kind", "type", "id", "persona_id", "stage", "log", "timestamp",
                                                 "stats", "sources", "opened_at", "closed_at"});
  return type + (stage.empty() ? "" : " by " + stage) + (more.empty() ? "" : ": ") + more;
}

RecordWords dead_letter_words(const log::Record& record) {
  codec::DeadLetter letter;
  for (const log::Header& header : record.headers) {
    codec::set_dead_letter_header(letter, header.name, secrets::masked_bytes(header.value));
  }
  const std::string last = letter.last_offset ? " to " + std::to_string(letter.last_offset->value()) : "";
  return {letter.stage + ": " + letter.reason + ", " + letter.message,
          letter.topic + " " + std::to_string(letter.partition.value()) + "@" + std::to_string(letter.offset.value()) +
              last};
}

std::string object_words(const Json& object, std::string_view value) {
  const std::string kind = text_in(object, "kind");
  if (kind == "completion") {
    return completion_words(object);
  }
  if (kind == "insight") {
    return insight_words(object);
  }
  if (kind == "consolidation" || kind == "maintenance") {
    return event_words(object);
  }
  if (object.contains("command_id") && !kind.empty()) {
    return command_words(object);
  }
  if (object.contains("effect_id") && !kind.empty()) {
    return effect_words(object);
  }
  if (object.contains("turn_data")) {
    return turn_words(object);
  }
  if (member_in(object, "erased") == true) {
    return "(erased by scrub)";
  }
  return kind == "tick" ? "tick" : std::string(value);
}

}  // namespace

std::string short_id(std::string_view id) {
  constexpr std::size_t kUuid = 36;
  constexpr std::size_t kShown = 8;
  return std::string(id.size() == kUuid && id[kShown] == '-' && id[23] == '-' ? id.substr(0, kShown) : id);
}

std::string members_words(const Json& object, std::initializer_list<std::string_view> hidden) {
  std::vector<std::string> parts;
  append_members(parts, "", object, hidden);
  return joined(parts, ", ");
}

RecordWords record_words(const log::Record& record, std::string_view value) {
  if (record.header("dl_reason")) {
    return dead_letter_words(record);
  }
  const Json object = json::parse_document(value);
  if (!object.is_object()) {
    return {std::string(value), ""};
  }
  const Json& log = member_in(object, "log");
  return {object_words(object, value), log.is_object() && log.contains("offset") ? "log " + place_words(log) : ""};
}

}  // namespace turnstream::app
