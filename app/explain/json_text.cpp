#include "app/explain/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kTitleMax = 90;
constexpr std::size_t kExcerptMax = 160;
constexpr std::size_t kValueBytesMax = 300;
constexpr std::size_t kListShownMax = 4;
constexpr std::size_t kWholeIdBytes = 36;

/// Joins those texts that are not empty, each after its label.
std::string joined(std::initializer_list<std::pair<const char*, std::string>> texts, const char* between) {
  std::string out;
  for (const auto& [label, text] : texts) {
    if (!text.empty()) {
      out.append(out.empty() ? "" : between).append(label).append(text);
    }
  }
  return out;
}

std::string counted(std::size_t count, const std::string& name) {
  return std::to_string(count) + " " + name + (count == 1 ? "" : "s");
}

std::string sequence_text(const Json& sequence) {
  std::string out;
  for (const Json& tool : sequence) {
    out.append(out.empty() ? "" : " → ").append(tool.is_string() ? tool.get<std::string>() : json::document_text(tool));
  }
  return out;
}

/// The text of a chat; else the member `content`; else the text of a tool execution, goal or action; else the JSON.
std::string object_text(const Json& object) {
  if (object.contains("user_input") || object.contains("assistant_response")) {
    return joined({{"user: ", text_in(object, "user_input")}, {"agent: ", text_in(object, "assistant_response")}},
                  " · ");
  }
  if (const std::string content = text_in(object, "content"); !content.empty()) {
    return content;
  }
  std::string name;
  for (const char* id : {"tool_id", "goal_id", "action_id"}) {
    name += text_in(object, id);
  }
  if (name.empty()) {
    return json::document_text(object);
  }
  std::string more = joined({{"", text_in(object, "error")}, {"", text_in(object, "notes")}}, " · ");
  for (const char* part : {"inputs", "outputs", "result"}) {
    if (object.contains(part) && !object[part].empty()) {
      more.append(more.empty() ? "" : " ").append(json::document_text(object[part]));
    }
  }
  return joined({{"", name}, {"", text_in(object, "status")}, {"", more}}, " ");
}

/// The first string in the value, at any depth, that begins so and is at most as long as a memory's id.
std::string id_in(const Json& value, const std::string& beginning) {
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    return text.starts_with(beginning) && text.size() <= kWholeIdBytes ? text : std::string();
  }
  if (value.is_structured()) {
    for (const Json& inner : value) {
      if (std::string id = id_in(inner, beginning); !id.empty()) {
        return id;
      }
    }
  }
  return {};
}

bool is_interval(const Json& value) {
  return value.is_object() && value.size() == 2 && value.contains("from") && value.contains("to");
}

std::string interval_text(const Json& interval) {
  const std::string to = text_in(interval, "to");
  return text_in(interval, "from") + " – " + (to.empty() ? "now" : to);
}

}  // namespace

std::string one_line(std::string_view text, std::size_t code_points_max) {
  std::string line;
  bool blank_due = false;
  for (const char c : shown_as_utf8(text.substr(0, 8 * code_points_max))) {
    if (static_cast<unsigned char>(c) <= ' ') {
      blank_due = !line.empty();
      continue;
    }
    if (blank_due) {
      line.push_back(' ');
      blank_due = false;
    }
    line.push_back(c);
  }
  const std::string_view head = first_code_points(line, code_points_max);
  return head.size() < line.size() ? std::string(head) + "…" : line;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t length = count_code_points(text);
  return length < width ? text.append(width - length, ' ') : text;
}

std::string count_of(const std::string& kind, std::int64_t count) {
  const bool is_entry = kind == "working" || kind == "daily";
  const std::string name = is_entry ? kind + (count == 1 ? " entry" : " entries")
                                    : kind_text(kind) + (count == 1 || kind == "stats" ? "" : "s");
  return std::to_string(count) + " " + name;
}

std::string memory_title(std::string_view kind, const Json& value) {
  if (value.is_object() && value.contains("sequence") && value["sequence"].is_array()) {
    return one_line(sequence_text(value["sequence"]), kTitleMax);
  }
  if (kind == "episode") {
    return one_line(text_in(value, "session_id") + ", " + text_in(value, "start") + " → " + text_in(value, "end"),
                    kTitleMax);
  }
  if (kind == "topic" && value.contains("facts")) {
    return one_line(text_in(value, "topic") + ": " + counted(value["facts"].size(), "fact") + " of " +
                        counted(static_cast<std::size_t>(integer_in(value, "event_count")), "item"),
                    kTitleMax);
  }
  if (kind == "daily" && value.contains("lines")) {
    return one_line(text_in(value, "date") + ", session " + text_in(value, "session_id") + ": " +
                        counted(value["lines"].size(), "line"),
                    kTitleMax);
  }
  if (kind == "grant") {
    return one_line("shares with " + text_in(value, "id"), kTitleMax);
  }
  for (const char* name : {"text", "summary", "content", "key", "session_id"}) {
    if (const std::string text = text_in(value, name); !text.empty()) {
      return one_line(text, kTitleMax);
    }
  }
  for (const char* name : {"contradictions", "connections", "open_questions"}) {  // of a discovery
    if (const Json& list = member_in(value, name); list.is_array() && !list.empty() && list[0].is_string()) {
      return one_line(list[0].get<std::string>(), kTitleMax);
    }
  }
  return one_line(json::document_text(value), kTitleMax);
}

std::optional<std::string> excerpt_at(const Json& turn, const std::string& pointer) {
  Json::json_pointer at;
  try {
    at = Json::json_pointer(pointer);
    if (!turn.contains(at)) {
      return std::nullopt;
    }
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  const Json& value = turn.at(at);
  if (value.is_string()) {
    return one_line(value.get<std::string>(), kExcerptMax);
  }
  return one_line(value.is_object() ? object_text(value) : json::document_text(value), kExcerptMax);
}

std::pair<std::string, std::string> id_named_in(const Json& value, const std::string& beginning) {
  for (const auto& member : value.items()) {
    if (std::string id = id_in(member.value(), beginning); !id.empty() && member.key() != "provenance") {
      return {member.key(), std::move(id)};
    }
  }
  return {};
}

std::vector<std::string> item_pointers(const Json& turn) {
  std::vector<std::string> pointers{"/turn_data", ""};
  const auto list_in = [](const Json& holder, const char* name) {
    const Json list = holder.is_object() ? holder.value(name, Json()) : Json();
    return list.is_array() ? list : Json::array();
  };
  const auto add_lists = [&](const Json& holder, const std::string& base, std::initializer_list<const char*> names) {
    for (const char* name : names) {
      for (std::size_t i = 0, count = list_in(holder, name).size(); i < count; ++i) {
        pointers.push_back(base + "/" + name + "/" + std::to_string(i));
      }
    }
  };
  add_lists(turn, "", {"observations", "tool_executions", "goal_updates", "action_updates", "errors", "warnings"});
  std::size_t index = 0;
  for (const Json& tool : list_in(turn, "tool_executions")) {
    add_lists(tool, "/tool_executions/" + std::to_string(index++), {"observations_added", "memory_writes"});
  }
  return pointers;
}

Json shortened(const Json& value) {
  if (value.is_string()) {
    return one_line(value.get_ref<const std::string&>(), kExcerptMax);
  }
  const bool is_long = (value.is_array() && value.size() > kListShownMax) ||
                       (value.is_structured() && json::document_text(value).size() > kValueBytesMax);
  return is_long ? Json{{"entries", value.size()}} : value;
}

Json shortened_members(const Json& object) {
  Json out = Json::object();
  for (const auto& member : object.items()) {
    out[member.key()] = shortened(member.value());
  }
  return out;
}

std::string readable(const Json& value) {
  if (value.is_string()) {
    return one_line(value.get_ref<const std::string&>(), kTitleMax);
  }
  if (value.is_object() && value.size() == 1 && value.contains("entries")) {
    return json::document_text(value["entries"]) + " entries";
  }
  if (!value.is_array()) {
    return one_line(json::document_text(value), kTitleMax);
  }
  std::string out;
  for (const Json& entry : value) {
    if (!is_interval(entry) && !entry.is_string()) {
      return std::to_string(value.size()) + (value.size() == 1 ? " entry" : " entries");
    }
    out.append(out.empty() ? "" : ", ").append(entry.is_string() ? entry.get<std::string>() : interval_text(entry));
  }
  return out.empty() ? "none" : one_line(out, kExcerptMax);
}

std::string members_text(const Json& object, std::size_t code_points_max, std::span<const std::string_view> hidden) {
  std::string out;
  for (const auto& member : object.items()) {
    if (std::find(hidden.begin(), hidden.end(), member.key()) == hidden.end()) {
      out.append(out.empty() ? "" : ", ").append(member.key() + " " + readable(shortened(member.value())));
    }
  }
  return one_line(out, code_points_max);
}

}  // namespace turnstream::app
