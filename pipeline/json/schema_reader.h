#pragma once
// SchemaReader: checks the nodes of a Tape against types, ranges and required fields while it reads them into plain
// structs. It keeps only the first violation, with its place and rule, and continues; so the functions that read fields
// need no error handling, and the caller checks status() at the end. pipeline/codec uses it for turns, commands, ticks
// and effect results. Borrows the tape, which must outlive it. Threads: one at a time.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/decimal.h"
#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/tape.h"

namespace turnstream::json {

class SchemaReader;

/// One row of a table that describes an object: a member's name, if it is required, and the function that reads it.
template <typename T>
struct Field {
  std::string_view name;
  bool required = false;
  void (*read)(SchemaReader& reader, NodeIndex value, T& into) = nullptr;
};

template <typename E>
struct Choice {
  std::string_view name;
  E value;
};

class SchemaReader {
 public:
  /// count(), and by default whole_count(), accept numbers up to 10^15.
  static constexpr int kCountPowerMax = 15;

  /// If an object anywhere in the tape has two members of the same name, that is the first violation: JSON does not
  /// define which of the two counts.
  explicit SchemaReader(const Tape& tape);

  /// The functions from here to object_json() read a value. If it has another type or is out of range, they report a
  /// violation, and the result has no meaning. Returned views are valid as long as the tape's nodes.
  std::string_view string(NodeIndex value);
  std::string_view non_empty_string(NodeIndex value, std::size_t code_points_max);
  std::optional<std::string_view> string_or_null(NodeIndex value);
  void strings(NodeIndex array, std::vector<std::string_view>& into);
  bool boolean(NodeIndex value);
  /// A number from 0 to 1, in millionths, rounded half away from zero.
  std::int64_t unit_millionths(NodeIndex value);
  /// A number from 0 to 10^15; its fraction is dropped.
  std::int64_t count(NodeIndex value);
  /// An integer from 0 to 10^power_max, in any spelling (2 or 2.0). Precondition: power_max ≤ 18.
  std::int64_t whole_count(NodeIndex value, int power_max = kCountPowerMax);
  void number(NodeIndex value);
  EventTime time(NodeIndex value);
  /// The bytes of an object as they are in the record.
  std::string_view object_json(NodeIndex value);

  [[nodiscard]] bool is_null(NodeIndex value) const { return tape_.node(value).kind == Kind::kNull; }
  [[nodiscard]] const Node& node(NodeIndex value) const { return tape_.node(value); }
  /// The value of the member with this name; Tape::kNone if the object does not have it.
  [[nodiscard]] NodeIndex member(NodeIndex object, std::string_view name) const;

  /// Calls read() unless the value is null. If read() reports a wrong type of the value, the message says "or null".
  template <typename Read>
  void unless_null(NodeIndex value, Read read) {
    if (!is_null(value)) {
      nullable_ = value;
      read();
    }
  }

  template <typename E>
  E choice(NodeIndex value, std::span<const Choice<E>> choices) {
    const std::string_view text = string(value);
    std::string names;
    for (const Choice<E>& one : choices) {
      if (one.name == text) {
        return one.value;
      }
    }
    if (status_.ok()) {
      for (const Choice<E>& one : choices) {
        names.append(names.empty() ? "" : ", ").append(one.name);
      }
      violation(value, "enum", "must be one of " + names);
    }
    return choices.front().value;
  }

  /// Reads the root's member `kind`. If it is a string that is not among `choices`, the error has the code
  /// `unknown_code`. Any other error is the first violation.
  template <typename E>
  Result<E> kind(std::span<const Choice<E>> choices, std::string_view unknown_code) {
    const NodeIndex value = member(Tape::kRoot, "kind");
    if (value == Tape::kNone) {
      missing(Tape::kRoot, "kind");
      return status_.error();
    }
    const E choice_made = choice(value, choices);
    if (!status_.ok()) {
      Error error = status_.error();
      error.code = error.rule == "enum" ? std::string(unknown_code) : error.code;
      return error;
    }
    return choice_made;
  }

  /// Calls read(element) for each element of an array; reports a violation if the value is not an array.
  template <typename Read>
  void each(NodeIndex array, Read read) {
    if (!expect(array, Kind::kArray, "array")) {
      return;
    }
    for (NodeIndex i = Tape::first_child(array); i != node(array).end; i = node(i).end) {
      read(i);
    }
  }

  /// Reads each member that has a row in `fields` into `into`; ignores other members. A missing required member is a
  /// violation. Precondition: `fields` has at most 32 rows.
  template <typename T>
  void object(NodeIndex value, std::span<const Field<T>> fields, T& into) {
    if (!expect(value, Kind::kObject, "object")) {
      return;
    }
    std::uint32_t seen = 0;
    std::size_t row = 0;  // where the search in `fields` for a member's name starts: at the row found last
    for (NodeIndex i = Tape::first_child(value); i != node(value).end; i = node(i).end) {
      for (std::size_t tried = 0; tried < fields.size(); ++tried, row = row + 1 == fields.size() ? 0 : row + 1) {
        if (fields[row].name == node(i).key) {
          seen |= 1U << row;
          fields[row].read(*this, i, into);
          break;
        }
      }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].required && (seen & 1U << i) == 0) {
        missing(value, fields[i].name);
      }
    }
  }

  /// Reports a violation at `value`; the first one is kept. The message is the place followed by `must`, for example
  /// "/a/b must not be empty." (the place of the root is "The record").
  void violation(NodeIndex value, std::string rule, std::string_view must);
  void wrong_type(NodeIndex value, std::string_view type);
  void missing(NodeIndex object, std::string_view name);

  /// The first violation so far, or ok.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  bool expect(NodeIndex value, Kind kind, std::string_view name);
  std::optional<Decimal> decimal(NodeIndex value, std::string_view type);
  std::optional<Decimal> decimal_in_range(NodeIndex value, std::string_view type, int power_max);

  const Tape& tape_;
  std::string digits_;
  NodeIndex nullable_ = Tape::kNone;  ///< the last node for which unless_null() called read()
  Status status_;
};

}  // namespace turnstream::json
