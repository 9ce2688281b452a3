#include "pipeline/codec/dead_letter.h"

#include <type_traits>

#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"

namespace turnstream::codec {
namespace {

/// The std::string field of `letter` for the header `name`; null for other headers and unknown names.
std::string* text_field(DeadLetter& letter, std::string_view name) {
  const std::pair<std::string_view, std::string*> fields[] = {
      {"dl_stage", &letter.stage},       {"dl_reason", &letter.reason},    {"dl_message", &letter.message},
      {"dl_pointer", &letter.pointer},   {"dl_rule", &letter.rule},        {"dl_topic", &letter.topic},
      {"dl_trace_id", &letter.trace_id}, {"dl_upstream", &letter.upstream}};
  for (const auto& [field, text] : fields) {
    if (field == name) {
      return text;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> dead_letter_headers(const DeadLetter& letter) {
  std::vector<std::pair<std::string, std::string>> headers;
  const auto add = [&headers](std::string_view name, std::string value) {
    headers.emplace_back(name, std::move(value));
  };
  add("dl_stage", letter.stage);
  add("dl_reason", letter.reason);
  add("dl_message", letter.message);
  add("dl_pointer", letter.pointer);
  add("dl_rule", letter.rule);
  add("dl_topic", letter.topic);
  add("dl_partition", std::to_string(letter.partition.value()));
  add("dl_offset", std::to_string(letter.offset.value()));
  if (letter.last_offset) {
    add("dl_last_offset", std::to_string(letter.last_offset->value()));
  }
  add("dl_timestamp", format_time(letter.timestamp_ms));
  add("dl_attempts", std::to_string(letter.attempts));
  add("dl_persona_id", letter.persona_id.value_or(""));
  add("dl_turn_id", letter.turn_id.value_or(""));
  add("dl_trace_id", letter.trace_id);
  if (!letter.upstream.empty()) {
    add("dl_upstream", letter.upstream);
  }
  return headers;
}

bool set_dead_letter_header(DeadLetter& letter, std::string_view name, std::string_view value) {
  if (std::string* text = text_field(letter, name); text != nullptr) {
    *text = std::string(value);
    return true;
  }
  if (name == "dl_persona_id" || name == "dl_turn_id") {
    auto& field = name == "dl_turn_id" ? letter.turn_id : letter.persona_id;
    field = value.empty() ? std::nullopt : std::optional<std::string>(value);
    return true;
  }
  const auto set = [](auto& field, const auto& parsed) {
    if (parsed) {
      field = std::decay_t<decltype(field)>{*parsed};
    }
    return parsed.has_value();
  };
  if (name == "dl_attempts") {
    return set(letter.attempts, read_number<int>(value));
  }
  if (name == "dl_timestamp") {
    return set(letter.timestamp_ms, parse_time(value));
  }
  if (name == "dl_partition") {
    return set(letter.partition, read_number<std::int32_t>(value));
  }
  if (name == "dl_offset") {
    return set(letter.offset, read_number(value));
  }
  if (name == "dl_last_offset") {
    const auto last = read_number(value);
    letter.last_offset = last ? std::optional(Offset{*last}) : std::nullopt;
    return last.has_value();
  }
  return false;
}

}  // namespace turnstream::codec
