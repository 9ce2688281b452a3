#include "pipeline/json/schema_reader.h"

#include "pipeline/base/utf8.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::json {
namespace {

std::string with_article(std::string_view type) {
  return (type == "array" || type == "object" || type == "integer" ? "an " : "a ") + std::string(type);
}

}  // namespace

SchemaReader::SchemaReader(const Tape& tape) : tape_(tape) {
  if (tape.repeated_name_in() != Tape::kNone) {
    violation(tape.repeated_name_in(), "unique names",
              "has two members of the same name; readers differ about which of them counts");
  }
}

void SchemaReader::violation(NodeIndex value, std::string rule, std::string_view must) {
  if (!status_.ok()) {
    return;
  }
  std::string pointer = tape_.pointer_of(value);
  std::string message = (pointer.empty() ? "The record" : pointer) + " " + std::string(must) + ".";
  status_ =
      make_error(error_codes::kSchema, Reaction::kDeadLetter, std::move(message), std::move(pointer), std::move(rule));
}

void SchemaReader::missing(NodeIndex object, std::string_view name) {
  if (!status_.ok()) {
    return;
  }
  std::string pointer = tape_.pointer_of(object) + "/" + std::string(name);
  std::string message = "The required field " + pointer + " is missing.";
  status_ = make_error(error_codes::kSchema, Reaction::kDeadLetter, std::move(message), std::move(pointer), "required");
}

NodeIndex SchemaReader::member(NodeIndex object, std::string_view name) const {
  for (NodeIndex i = Tape::first_child(object); i != node(object).end; i = node(i).end) {
    if (node(i).key == name) {
      return i;
    }
  }
  return Tape::kNone;
}

bool SchemaReader::expect(NodeIndex value, Kind kind, std::string_view name) {
  if (node(value).kind == kind) {
    return true;
  }
  wrong_type(value, name);
  return false;
}

void SchemaReader::wrong_type(NodeIndex value, std::string_view type) {
  const bool nullable = value == nullable_;
  violation(value, "type " + std::string(type) + (nullable ? "|null" : ""),
            "must be " + with_article(type) + (nullable ? " or null" : ""));
}

std::string_view SchemaReader::string(NodeIndex value) {
  return expect(value, Kind::kString, "string") ? node(value).text : std::string_view();
}

std::string_view SchemaReader::non_empty_string(NodeIndex value, std::size_t code_points_max) {
  if (!expect(value, Kind::kString, "string")) {
    return {};
  }
  const std::string_view text = node(value).text;
  if (text.empty()) {
    violation(value, "minLength 1", "must not be empty");
  } else if (text.size() > code_points_max && count_code_points(text) > code_points_max) {
    const std::string max = std::to_string(code_points_max);
    violation(value, "maxLength " + max, "must have at most " + max + " characters");
  }
  return text;
}

std::optional<std::string_view> SchemaReader::string_or_null(NodeIndex value) {
  std::optional<std::string_view> text;
  unless_null(value, [&] { text = string(value); });
  return text;
}

void SchemaReader::strings(NodeIndex array, std::vector<std::string_view>& into) {
  each(array, [&](NodeIndex element) { into.push_back(string(element)); });
}

bool SchemaReader::boolean(NodeIndex value) {
  const Kind kind = node(value).kind;
  if (kind != Kind::kTrue && kind != Kind::kFalse) {
    wrong_type(value, "boolean");
  }
  return kind == Kind::kTrue;
}

std::optional<Decimal> SchemaReader::decimal(NodeIndex value, std::string_view type) {
  if (!expect(value, Kind::kNumber, type)) {
    return std::nullopt;
  }
  return parse_decimal(node(value).text, digits_);
}

std::optional<Decimal> SchemaReader::decimal_in_range(NodeIndex value, std::string_view type, int power_max) {
  const std::optional<Decimal> number = decimal(value, type);
  if (!number) {
    return std::nullopt;
  }
  if (number->negative) {
    violation(value, "minimum 0", "must be at least 0");
    return std::nullopt;
  }
  if (number->exceeds_power_of_ten(power_max)) {
    const std::string max = "1" + std::string(static_cast<std::size_t>(power_max), '0');
    violation(value, "maximum " + max, "must be at most " + max);
    return std::nullopt;
  }
  return number;
}

std::int64_t SchemaReader::unit_millionths(NodeIndex value) {
  const std::optional<Decimal> number = decimal_in_range(value, "number", 0);
  return number ? number->scaled(6) : 0;
}

std::int64_t SchemaReader::count(NodeIndex value) {
  const std::optional<Decimal> number = decimal_in_range(value, "number", kCountPowerMax);
  return number ? number->truncated() : 0;
}

std::int64_t SchemaReader::whole_count(NodeIndex value, int power_max) {
  const std::optional<Decimal> number = decimal_in_range(value, "integer", power_max);
  if (number && !number->is_integer()) {
    wrong_type(value, "integer");
  }
  return number ? number->truncated() : 0;
}

void SchemaReader::number(NodeIndex value) {
  expect(value, Kind::kNumber, "number");
}

EventTime SchemaReader::time(NodeIndex value) {
  if (!expect(value, Kind::kString, "string")) {
    return {};
  }
  const std::optional<EventTime> time = parse_iso8601(node(value).text);
  if (!time) {
    violation(value, "pattern", "must be an ISO 8601 date and time such as 2026-01-31T10:00:00.000Z");
  }
  return time.value_or(EventTime{});
}

std::string_view SchemaReader::object_json(NodeIndex value) {
  return expect(value, Kind::kObject, "object") ? node(value).text : std::string_view("{}");
}

}  // namespace turnstream::json
