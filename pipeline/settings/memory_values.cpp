#include "pipeline/settings/memory_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/check.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/settings/value.h"

namespace turnstream::settings {
namespace {

constexpr std::string_view kPointer = "/args/values";
constexpr std::string_view kPlace = "args.values";
/// Longer names and values are cut before a message quotes them. No name of a setting is as long.
constexpr std::size_t kQuotedCodePointsMax = 80;

std::string cut(const std::string& text) {
  const std::string_view start = first_code_points(text, kQuotedCodePointsMax);
  return std::string(start) + (start.size() < text.size() ? "…" : "");
}

/// A step of a JSON pointer: `~` and `/` in a name are escaped.
std::string step(const std::string& name) {
  std::string out = "/";
  for (const char c : cut(name)) {
    out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  }
  return out;
}

Error refused(std::string message, std::string pointer, std::string rule) {
  return make_error(error_codes::kSchema, Reaction::kDeadLetter, std::move(message), std::move(pointer),
                    std::move(rule));
}

/// The name without `memory.`: the stage, a point, and the setting's name in the section of the stage.
std::string in_command(const std::string& name) {
  return name.substr(name.find('.') + 1);
}

/// The value of the setting in a command; null if the command does not name it.
const nlohmann::json* member_of(const nlohmann::json& values, const std::string& name) {
  const std::string path = in_command(name);
  const auto section = values.find(path.substr(0, path.find('.')));
  if (section == values.end()) {
    return nullptr;
  }
  const auto value = section->find(path.substr(path.find('.') + 1));
  return value == section->end() ? nullptr : &*value;
}

std::string pointer_to(const std::string& name) {
  const std::string path = in_command(name);
  return std::string(kPointer) + step(path.substr(0, path.find('.'))) + step(path.substr(path.find('.') + 1));
}

std::string given_text(const std::string& name, const nlohmann::json& value) {
  return name + " = " + cut(json::document_text(value)) + " (" + std::string(kPlace) + ")";
}

/// 4 or 0.5, as people write it.
std::string number_text(double number) {
  const auto whole = static_cast<std::int64_t>(number);
  return text_of(static_cast<double>(whole) == number ? Value{whole} : Value{number});
}

bool is_text(const nlohmann::json& value) {
  return value.is_string();
}

/// True if the JSON type of `value` is that of the row: parse_value() reads texts, to which "5" and 5 are equal.
bool has_type(const Row& row, const nlohmann::json& value) {
  if (std::holds_alternative<std::string>(row.default_value)) {
    return value.is_string();
  }
  if (std::holds_alternative<Words>(row.default_value)) {
    return value.is_array() && std::all_of(value.begin(), value.end(), is_text);
  }
  return value.is_boolean() || value.is_number();
}

Assignment assignment_of(const std::string& name, const nlohmann::json& value) {
  Assignment assignment{.name = name, .place = std::string(kPlace), .words = {}};
  if (value.is_array() && std::all_of(value.begin(), value.end(), is_text)) {
    assignment.is_list = true;
    assignment.words = value.get<Words>();
  } else {
    assignment.words.push_back(value.is_string() ? value.get<std::string>() : json::document_text(value));
  }
  return assignment;
}

}  // namespace

MemoryTable::MemoryTable(std::span<const stage_api::SettingRow> rows) {
  for (const stage_api::SettingRow& row : rows) {
    rows_.push_back(memory_row(row));
  }
}

Status MemoryTable::check(std::string_view command) const {
  const nlohmann::json document = json::parse_document(command);
  const nlohmann::json::json_pointer pointer{std::string(kPointer)};
  if (document.is_discarded() || !document.contains(pointer) || !document[pointer].is_object()) {
    // The parser of commands accepts some JSON that this one refuses, such as the number 1e999. The stages use this one.
    return refused("The values cannot be read: a number may be too large for a 64-bit floating-point number.",
                   std::string(kPointer), "type object");
  }
  for (const auto& [stage, section] : document[pointer].items()) {
    TS_RETURN_IF_ERROR(check_section(stage, section));
  }
  for (const Row& row : rows_) {
    if (!row.at_most.empty()) {
      TS_RETURN_IF_ERROR(check_at_most(row, document[pointer]));
    }
  }
  return {};
}

Status MemoryTable::check_at_most(const Row& small, const nlohmann::json& values) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [&](const Row& one) { return one.name == small.at_most; });
  TS_CHECK(found != rows_.end());
  const Row& large = *found;
  const nlohmann::json* const low = member_of(values, small.name);
  const nlohmann::json* const high = member_of(values, large.name);
  if (low != nullptr && high != nullptr) {
    return low->get<double>() <= high->get<double>()
               ? Status()
               : refused(given_text(small.name, *low) + " is greater than " + given_text(large.name, *high),
                         pointer_to(small.name), "at most " + large.name);
  }
  if (low != nullptr && low->get<double>() > large.min) {
    return refused(given_text(small.name, *low) + " must not be greater than " + large.name +
                       ": give both in one command. " + small.name + " alone can be at most " + number_text(large.min),
                   pointer_to(small.name), "at most " + large.name);
  }
  if (high != nullptr && high->get<double>() < small.max) {
    return refused(given_text(large.name, *high) + " must not be less than " + small.name +
                       ": give both in one command. " + large.name + " alone must be at least " +
                       number_text(small.max),
                   pointer_to(large.name), "at least " + small.name);
  }
  return {};
}

Status MemoryTable::check_section(const std::string& stage, const nlohmann::json& section) const {
  const std::string pointer = std::string(kPointer) + step(stage);
  const std::string prefix = "memory." + stage + ".";
  const bool is_stage =
      std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) { return row.name.starts_with(prefix); });
  if (!section.is_object() || section.empty()) {
    return is_stage && section.is_object()
               ? Status()
               : refused(cut(stage) + " (" + std::string(kPlace) + ") must be the name of a stage and have an object " +
                             "of its settings, such as {\"episodic\":{\"turn_items_max\":499}}",
                         pointer, "type object");
  }
  if (stage == "memory") {
    return refused("memory (" + std::string(kPlace) + ") is not a stage: write the stages without it, such as " +
                       "{\"episodic\":{\"turn_items_max\":499}}",
                   pointer, "name");
  }
  for (const auto& [name, value] : section.items()) {
    TS_RETURN_IF_ERROR(check_value(stage + "." + name, value, pointer + step(name)));
  }
  return {};
}

Status MemoryTable::check_value(const std::string& name, const nlohmann::json& value,
                                const std::string& pointer) const {
  const auto known = [&](const Row& row) { return row.name == name; };
  if (std::any_of(settings::rows().begin(), settings::rows().end(), known)) {
    return refused(name + " (" + std::string(kPlace) + ") does not influence memory, so it cannot be set through the " +
                       "log: set it in the settings file, in the environment or with --set",
                   pointer, "name");
  }
  const auto row =
      std::find_if(rows_.begin(), rows_.end(), [&](const Row& one) { return one.name == "memory." + name; });
  if (row == rows_.end()) {
    return unknown("memory." + name, pointer);
  }
  const Assignment assignment = assignment_of(row->name, value);
  if (has_type(*row, value) && parse_value(*row, assignment).ok()) {
    return {};
  }
  const std::string given = is_printable(row->name) ? cut(json::document_text(value)) : "***";
  return refused(refusal_of(*row, assignment, given), pointer, allowed_of(*row));
}

Error MemoryTable::unknown(const std::string& name, const std::string& pointer) const {
  std::vector<std::string> names;
  for (const Row& row : rows_) {
    names.push_back(row.name);
  }
  const std::string shown = cut(name);
  const std::string hint = names.empty() ? "" : "; the nearest is " + nearest(shown, names);
  return refused(shown + " (" + std::string(kPlace) + ") is not a setting" + hint, pointer, "name");
}

}  // namespace turnstream::settings
