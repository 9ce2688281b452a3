#include "pipeline/stage_api/setting_field.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pipeline/base/decimal.h"

namespace turnstream::stage_api {

const nlohmann::json* section_of(const nlohmann::json& memory, std::string_view name) {
  if (!memory.is_object()) {
    return nullptr;
  }
  const auto section = memory.find(name.substr(0, name.find('.')));
  return section == memory.end() || !section->is_object() ? nullptr : &*section;
}

std::optional<std::int64_t> value_in(const nlohmann::json& section, std::string_view name, bool is_score, double min,
                                     double max) {
  const auto given = section.find(name.substr(name.find('.') + 1));
  if (given == section.end() || !given->is_number()) {
    return std::nullopt;
  }
  const double number = std::clamp(given->get<double>(), min, max);
  return std::llround(is_score ? number * static_cast<double>(kMillion) : number);
}

std::optional<bool> flag_in(const nlohmann::json& section, std::string_view name) {
  const auto given = section.find(name.substr(name.find('.') + 1));
  return given == section.end() || !given->is_boolean() ? std::nullopt : std::optional(given->get<bool>());
}

std::optional<std::string> text_in(const nlohmann::json& section, std::string_view name, std::string_view choices) {
  const auto given = section.find(name.substr(name.find('.') + 1));
  if (given == section.end() || !given->is_string()) {
    return std::nullopt;
  }
  const auto& text = given->get_ref<const std::string&>();
  const bool is_allowed =
      choices.empty() || (text.find('|') == std::string::npos &&
                          ("|" + std::string(choices) + "|").find("|" + text + "|") != std::string::npos);
  return is_allowed ? std::optional(text) : std::nullopt;
}

std::string default_text(bool value) {
  return value ? "true" : "false";
}

std::string default_text(const std::string& value) {
  return nlohmann::json(value).dump();
}

std::string default_text(std::int64_t value, bool is_score) {
  if (!is_score) {
    return std::to_string(value);
  }
  const std::string text = format_millionths(value);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

}  // namespace turnstream::stage_api
