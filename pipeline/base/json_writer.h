#pragma once
// JsonWriter: writes compact JSON by appending to a string; commas are its business, order and nesting the caller's.
// Members: string("name", "text"); array elements: the same verbs without a name. Strings must be valid UTF-8; they
// are escaped as RFC 8259 demands and no further. The string is borrowed and must outlive the writer.
// Threads: one thread at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

/// Appends `text` with quotes, escaped.
void append_json_string(std::string& out, std::string_view text);

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& begin_object(std::string_view name) { return key(name).begin_object(); }
  JsonWriter& begin_array(std::string_view name) { return key(name).begin_array(); }

  JsonWriter& string(std::string_view text);
  JsonWriter& integer(std::int64_t value);
  /// A score: integer of 10⁻⁶, written as a decimal.
  JsonWriter& millionths(std::int64_t value);
  /// Milliseconds since 1970, written as RFC 3339.
  JsonWriter& time(std::int64_t time_ms);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  /// Bytes that are a JSON value already.
  JsonWriter& raw(std::string_view json);

  JsonWriter& string(std::string_view name, std::string_view text) { return key(name).string(text); }
  JsonWriter& integer(std::string_view name, std::int64_t value) { return key(name).integer(value); }
  JsonWriter& millionths(std::string_view name, std::int64_t value) { return key(name).millionths(value); }
  JsonWriter& time(std::string_view name, std::int64_t time_ms) { return key(name).time(time_ms); }
  JsonWriter& boolean(std::string_view name, bool value) { return key(name).boolean(value); }
  JsonWriter& null(std::string_view name) { return key(name).null(); }
  JsonWriter& raw(std::string_view name, std::string_view json) { return key(name).raw(json); }
  JsonWriter& string_or_null(std::string_view name, const std::optional<std::string>& text) {
    return text.has_value() ? string(name, *text) : null(name);
  }

  /// The name of the member whose value comes next.
  JsonWriter& key(std::string_view name);

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string& out_;
  bool comma_due_ = false;
};

}  // namespace turnstream
