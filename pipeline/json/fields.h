#pragma once
// Fields: reads the members of a JSON object that this program wrote. If a member is missing or has another type, the
// whole read fails and later calls return defaults; the caller checks ok() once, at the end. Borrows the simdjson
// document, which must outlive it. Threads: one at a time.

#include <cstdint>
#include <memory>
#include <optional>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/name_table.h"

namespace turnstream::json {

class Fields {
 public:
  /// `ok` is shared with the Fields of nested objects, so that a failure inside one fails the whole read.
  Fields(simdjson::ondemand::object object, bool& ok) : object_(object), ok_(ok) {}

  [[nodiscard]] bool ok() const { return ok_; }

  std::string text(std::string_view name);
  std::optional<std::string> text_or_null(std::string_view name);
  /// Empty if the member is missing, which does not fail the read.
  std::string text_if_any(std::string_view name);
  std::int64_t integer(std::string_view name);
  std::int64_t millionths(std::string_view name);
  std::int64_t time(std::string_view name);
  std::optional<std::int64_t> time_or_null(std::string_view name);
  bool boolean(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  std::optional<Fields> object_or_null(std::string_view name);
  /// Absent if the member is missing, which does not fail the read.
  std::optional<Fields> object_if_any(std::string_view name);
  Fields object(std::string_view name);
  /// The bytes of a member that is an object, as they are in the JSON text.
  std::string raw(std::string_view name);
  /// Empty if the member is missing, which does not fail the read.
  std::string raw_if_any(std::string_view name);

  /// Calls visit(Fields&) for each object of the array `name`. If that is missing, the read fails unless `optional`.
  template <typename Visit>
  void each_object(std::string_view name, bool optional, Visit visit) {
    simdjson::ondemand::array array;
    if (!ok_) {
      return;
    }
    if (const auto error = object_[name].get_array().get(array); error != simdjson::SUCCESS) {
      ok_ = optional && error == simdjson::NO_SUCH_FIELD;
      return;
    }
    for (auto element : array) {
      Fields fields(taken(element.get_object()), ok_);
      if (!ok_) {
        return;
      }
      visit(fields);
    }
  }

  /// Calls visit(member's name, text) for each member of the object `name`, whose values are all strings.
  template <typename Visit>
  void each_text(std::string_view name, Visit visit) {
    auto given = member(name);
    auto members = given.has_value() ? taken(given->get_object()) : simdjson::ondemand::object{};
    if (!ok_) {
      return;
    }
    for (auto entry : members) {
      const std::string_view key = taken(entry.unescaped_key());
      const std::string_view text = ok_ ? taken(entry.value().get_string()) : std::string_view{};
      if (!ok_) {
        return;
      }
      visit(key, text);
    }
  }

  template <typename Enum, std::size_t N>
  Enum named(std::string_view name, const NameTable<Enum, N>& table) {
    const auto value = value_in(table, text(name));
    ok_ = ok_ && value.has_value();
    return value.value_or(table[0].first);
  }

 private:
  /// Finds a member, or fails. Absent after any failure, because simdjson's values must not be used after an error.
  std::optional<simdjson::ondemand::value> member(std::string_view name);

  template <typename T>
  T taken(simdjson::simdjson_result<T> result) {
    T value{};
    if (std::move(result).get(value) != simdjson::SUCCESS) {
      ok_ = false;
    }
    return value;
  }

  simdjson::ondemand::object object_;
  bool& ok_;
};

/// A parser with a padded copy of one text. Their memory is that of the last small text that this thread read, because to
/// allocate it takes longer than to read such a text.
class Reading {
 public:
  explicit Reading(std::string_view json);
  ~Reading();
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

  /// Call it once. Valid until the end of this object.
  [[nodiscard]] simdjson::simdjson_result<simdjson::ondemand::document> document();

 private:
  struct Memory;

  std::unique_ptr<Memory> memory_;
  std::size_t size_ = 0;
};

/// Calls read(Fields&) for the JSON object `json`. False if it is not an object or a field could not be read. Faults in
/// parts of the text that read() does not use can stay undetected.
template <typename Read>
bool read_object(std::string_view json, Read read) {
  Reading reading(json);
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (reading.document().get(document) != simdjson::SUCCESS || document.get_object().get(object) != simdjson::SUCCESS) {
    return false;
  }
  bool ok = true;
  Fields fields(object, ok);
  read(fields);
  return ok;
}

}  // namespace turnstream::json
