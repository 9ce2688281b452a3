#pragma once
// SchemaReader: checks the nodes of a Tape against types, ranges and required fields while it reads them into plain
// structs, and remembers the first violation with its place and rule. Reading goes on after a violation with default
// values, so that readers need no error handling of their own; the caller asks status() at the end. The rules are those
// of schemas/*.json, which a differential test compares. Borrows the tape, which must outlive it.
// Threads: one at a time.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/number.h"
#include "pipeline/json/tape.h"

namespace turnstream::json {

class SchemaReader;

/// One row of an object's table: what its member of that name is read by.
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
  /// 10^15 of anything counted: far below what an int64 holds and far above what a turn can mean.
  static constexpr int kCountPowerMax = 15;

  /// Two members of one name anywhere in the tape are the first violation: what they say is open.
  explicit SchemaReader(const Tape& tape);

  /// Views live as long as the tape's nodes. Each of these reports a violation where the value is of another kind or
  /// out of range, and then returns a default.
  std::string_view string(NodeIndex value);
  std::string_view non_empty_string(NodeIndex value, std::size_t code_points_max);
  std::optional<std::string_view> string_or_null(NodeIndex value);
  void strings(NodeIndex array, std::vector<std::string_view>& into);
  bool boolean(NodeIndex value);
  /// A number of 0 to 1, in 10^-6, rounded half away from zero.
  std::int64_t unit_millionths(NodeIndex value);
  /// A number of 0 to 10^15, cut to an integer.
  std::int64_t count(NodeIndex value);
  /// An integer of 0 to 10^power_max, which is at most 10^15.
  std::int64_t whole_count(NodeIndex value, int power_max = kCountPowerMax);
  void number(NodeIndex value);
  EventTime time(NodeIndex value);
  /// The bytes of an object as they were written.
  std::string_view object_json(NodeIndex value);

  [[nodiscard]] bool is_null(NodeIndex value) const { return tape_.node(value).kind == Kind::kNull; }
  [[nodiscard]] const Node& node(NodeIndex value) const { return tape_.node(value); }
  /// The object's member of that name, kNone if it has none.
  [[nodiscard]] NodeIndex member(NodeIndex object, std::string_view name) const;

  /// Calls read() unless the value is null, which is as good as absent; violations then say that it may be.
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

  /// The root's `kind`, which decides how the rest is read; a kind that is none of `choices` is an error of that code.
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

  /// Calls read(element) for each element of an array.
  template <typename Read>
  void each(NodeIndex array, Read read) {
    if (!expect(array, Kind::kArray, "array")) {
      return;
    }
    for (NodeIndex i = Tape::first_child(array); i != node(array).end; i = node(i).end) {
      read(i);
    }
  }

  /// Reads the members that have a row into `into`; others are accepted and ignored. At most 32 rows.
  template <typename T>
  void object(NodeIndex value, std::span<const Field<T>> fields, T& into) {
    if (!expect(value, Kind::kObject, "object")) {
      return;
    }
    std::uint32_t seen = 0;
    std::size_t row = 0;  // the search begins where the last one ended: producers keep an order
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

  /// Reports a violation at `value`; `must` ends the sentence "<place> …".
  void violation(NodeIndex value, std::string rule, std::string_view must);
  void wrong_type(NodeIndex value, std::string_view type);
  void missing(NodeIndex object, std::string_view name);

  /// The first violation, once all is read.
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  bool expect(NodeIndex value, Kind kind, std::string_view name);
  std::optional<Decimal> decimal(NodeIndex value, std::string_view type);
  std::optional<Decimal> decimal_in_range(NodeIndex value, std::string_view type, int power_max);

  const Tape& tape_;
  std::string digits_;
  NodeIndex nullable_ = Tape::kNone;  ///< the last value that might have been null
  Status status_;
};

}  // namespace turnstream::json
