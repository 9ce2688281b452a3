#include "pipeline/settings/row.h"

#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"
#include "pipeline/json/document.h"

namespace turnstream::settings {
namespace {

template <typename Number>
std::string number_text(Number number) {
  char buffer[32];
  const auto result = std::to_chars(std::begin(buffer), std::end(buffer), number);
  return {std::begin(buffer), result.ptr};
}

struct Text {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return number_text(value); }
  std::string operator()(double value) const { return number_text(value); }
  std::string operator()(const std::string& value) const { return value; }
  template <typename T>
  std::string operator()(const std::vector<T>& values) const {
    std::string out;
    for (const T& value : values) {
      out.append(out.empty() ? "" : ", ").append((*this)(value));
    }
    return "[" + out + "]";
  }
  std::string operator()(const Properties& values) const {
    std::string out;
    for (const auto& [name, value] : values) {
      out.append(out.empty() ? "" : ", ").append(name).append("=").append(value);
    }
    return "{" + out + "}";
  }
};

Value value_of(const nlohmann::json& json) {
  switch (json.type()) {
    case nlohmann::json::value_t::boolean:
      return json.get<bool>();
    case nlohmann::json::value_t::number_unsigned:
    case nlohmann::json::value_t::number_integer:
      return json.get<std::int64_t>();
    case nlohmann::json::value_t::number_float:
      return json.get<double>();
    case nlohmann::json::value_t::string:
      return json.get<std::string>();
    default:
      CHECK(json.is_array());
      return json.get<Words>();
  }
}

std::vector<std::string> split_choices(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t bar = text.find('|');
    out.emplace_back(text.substr(0, bar));
    text.remove_prefix(bar == std::string_view::npos ? text.size() : bar + 1);
  }
  return out;
}

std::string bounds_of(const Row& row) {
  const bool below = row.min != std::numeric_limits<double>::lowest();
  const bool above = row.max != std::numeric_limits<double>::max();
  const auto text = [](double bound) {
    const auto whole = static_cast<std::int64_t>(bound);
    return static_cast<double>(whole) == bound ? number_text(whole) : number_text(bound);
  };
  if (below && above) {
    return text(row.min) + " to " + text(row.max);
  }
  return below ? text(row.min) + " or more" : above ? text(row.max) + " or less" : "";
}

std::string range_of(const Row& row) {
  const std::string bounds = bounds_of(row);
  return row.at_most.empty() ? bounds : bounds + (bounds.empty() ? "" : ", ") + "at most " + row.at_most;
}

}  // namespace

Row memory_row(const stage_api::SettingRow& row) {
  const auto json = json::parse_document(row.default_value);
  CHECK(!json.is_discarded());
  Row out{.name = "memory." + std::string(row.name)};
  out.unit = row.unit;
  out.min = row.min;
  out.max = row.max;
  out.choices = split_choices(row.choices);
  out.at_most = row.at_most.empty() ? "" : "memory." + std::string(row.at_most);
  out.doc = row.doc;
  out.default_value = value_of(json);
  return out;
}

std::string allowed_of(const Row& row) {
  if (!row.choices.empty()) {
    std::string out;
    for (const std::string& choice : row.choices) {
      out.append(out.empty() ? "" : ", ").append(choice);
    }
    return out;
  }
  if (!row.shape.empty()) {
    return row.shape;
  }
  const std::string range = range_of(row);
  switch (row.default_value.index()) {
    case 0:
      return "true, false";
    case 1:
      return range.empty() ? "a whole number" : "a whole number, " + range;
    case 2:
      return range.empty() ? "a number" : "a number, " + range;
    case 5:
      return "whole numbers, " + range;
    case 6:
      return "a property of librdkafka on which no guarantee depends";
    default:
      return "any text";
  }
}

std::string text_of(const Value& value) {
  return std::visit(Text{}, value);
}

}  // namespace turnstream::settings
