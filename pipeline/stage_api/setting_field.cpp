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

std::string default_text(std::int64_t value, bool is_score) {
  if (!is_score) {
    return std::to_string(value);
  }
  const std::string text = format_millionths(value);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

}  // namespace turnstream::stage_api
