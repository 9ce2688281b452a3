#pragma once
// Writer: appends compact JSON to a string. It writes the commas; the caller is responsible for order and nesting.
// For a member call string("name", "text"), for an array element string("text"). Texts must be valid UTF-8; the writer
// escapes only what RFC 8259 requires. It borrows the string, which must outlive it. Threads: one at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::json {

/// Appends `text` as a JSON string: in quotes, escaped.
void append_string(std::string& out, std::string_view text);

class Writer {
 public:
  explicit Writer(std::string& out);

  Writer& begin_object() { return open('{'); }
  Writer& end_object() { return close('}'); }
  Writer& begin_array() { return open('['); }
  Writer& end_array() { return close(']'); }
  Writer& begin_object(std::string_view name) { return key(name).begin_object(); }
  Writer& begin_array(std::string_view name) { return key(name).begin_array(); }

  Writer& string(std::string_view text);
  Writer& integer(std::int64_t value);
  /// Writes a score (integer of millionths) as a decimal.
  Writer& millionths(std::int64_t value);
  /// Writes milliseconds since 1970 UTC as a string in the form of base/time_format.h.
  Writer& time(std::int64_t time_ms);
  Writer& boolean(bool value);
  Writer& null();
  /// Writes `json`, which must be a JSON value, unchanged.
  Writer& raw(std::string_view json);

  Writer& string(std::string_view name, std::string_view text) { return key(name).string(text); }
  Writer& integer(std::string_view name, std::int64_t value) { return key(name).integer(value); }
  Writer& millionths(std::string_view name, std::int64_t value) { return key(name).millionths(value); }
  Writer& time(std::string_view name, std::int64_t time_ms) { return key(name).time(time_ms); }
  Writer& boolean(std::string_view name, bool value) { return key(name).boolean(value); }
  Writer& null(std::string_view name) { return key(name).null(); }
  Writer& raw(std::string_view name, std::string_view json) { return key(name).raw(json); }
  Writer& string_or_null(std::string_view name, const std::optional<std::string>& text) {
    return text.has_value() ? string(name, *text) : null(name);
  }

  /// Writes the name of a member; the next call writes its value.
  Writer& key(std::string_view name);

 private:
  Writer& open(char bracket);
  Writer& close(char bracket);
  void separate();

  std::string& out_;
  bool comma_due_ = false;
};

}  // namespace turnstream::json
