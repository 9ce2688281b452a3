#pragma once
// Writer: writes compact JSON by appending to a string; commas are its business, order and nesting the caller's.
// Members: string("name", "text"); array elements: the same verbs without a name. Strings must be valid UTF-8; they
// are escaped as RFC 8259 demands and no further. The string is borrowed and must outlive the writer.
// Threads: one thread at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::json {

/// Appends `text` with quotes, escaped.
void append_string(std::string& out, std::string_view text);

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  Writer& begin_object() { return open('{'); }
  Writer& end_object() { return close('}'); }
  Writer& begin_array() { return open('['); }
  Writer& end_array() { return close(']'); }
  Writer& begin_object(std::string_view name) { return key(name).begin_object(); }
  Writer& begin_array(std::string_view name) { return key(name).begin_array(); }

  Writer& string(std::string_view text);
  Writer& integer(std::int64_t value);
  /// A score: integer of 10⁻⁶, written as a decimal.
  Writer& millionths(std::int64_t value);
  /// Milliseconds since 1970, written as RFC 3339.
  Writer& time(std::int64_t time_ms);
  Writer& boolean(bool value);
  Writer& null();
  /// Bytes that are a JSON value already.
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

  /// The name of the member whose value comes next.
  Writer& key(std::string_view name);

 private:
  Writer& open(char bracket);
  Writer& close(char bracket);
  void separate();

  std::string& out_;
  bool comma_due_ = false;
};

}  // namespace turnstream::json
