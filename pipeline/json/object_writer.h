#pragma once
// ObjectWriter: writes one object as Writer does, byte by byte the same, in a third of the time: for the changes that a stage
// reports with each turn. The names of members must be literals without a character to escape. It makes its string longer ahead of
// time and cuts it when it is destroyed; until then nothing else may use the string, which must outlive it. Threads: one at a
// time.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"

namespace turnstream::json {

class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out);
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  ~ObjectWriter() { out_.resize(size_); }

  ObjectWriter& begin_object() { return open('{'); }
  ObjectWriter& end_object() { return close('}'); }
  ObjectWriter& end_array() { return close(']'); }

  template <std::size_t kSize>
  ObjectWriter& begin_object(const char (&name)[kSize]) {
    return key(name).open('{');
  }
  template <std::size_t kSize>
  ObjectWriter& begin_array(const char (&name)[kSize]) {
    return key(name).open('[');
  }
  template <std::size_t kSize>
  ObjectWriter& string(const char (&name)[kSize], std::string_view text) {
    return key(name).text(text);
  }
  template <std::size_t kSize>
  ObjectWriter& string_or_null(const char (&name)[kSize], const std::optional<std::string>& text) {
    return text.has_value() ? string(name, *text) : null(name);
  }
  template <std::size_t kSize>
  ObjectWriter& uuid(const char (&name)[kSize], const Uuid& value) {
    return key(name).uuid(value);
  }
  template <std::size_t kSize>
  ObjectWriter& millionths(const char (&name)[kSize], std::int64_t value) {
    return key(name).millionths(value);
  }
  template <std::size_t kSize>
  ObjectWriter& time(const char (&name)[kSize], std::int64_t time_ms) {
    return key(name).time(time_ms);
  }
  template <std::size_t kSize>
  ObjectWriter& boolean(const char (&name)[kSize], bool value) {
    return key(name).raw(value ? "true" : "false");
  }
  template <std::size_t kSize>
  ObjectWriter& null(const char (&name)[kSize]) {
    return key(name).raw("null");
  }

 private:
  /// Where the next so many bytes go.
  char* room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) {
      grow(bytes);
    }
    return out_.data() + size_;
  }
  void grow(std::size_t bytes);

  template <std::size_t kSize>
  ObjectWriter& key(const char (&name)[kSize]) {
    constexpr std::size_t kLetters = kSize - 1;  // The literal ends with a zero.
    char* to = room(kLetters + 4);
    *to = ',';
    to += comma_due_ ? 1 : 0;
    to[0] = '"';
    std::memcpy(to + 1, name, kLetters);
    to[kLetters + 1] = '"';
    to[kLetters + 2] = ':';
    size_ += kLetters + (comma_due_ ? 4 : 3);
    comma_due_ = false;
    return *this;
  }
  ObjectWriter& open(char bracket);
  ObjectWriter& close(char bracket);
  ObjectWriter& text(std::string_view text);
  ObjectWriter& uuid(const Uuid& value);
  ObjectWriter& millionths(std::int64_t value);
  ObjectWriter& time(std::int64_t time_ms);
  /// A value that is written as it is.
  ObjectWriter& raw(std::string_view json);
  ObjectWriter& quoted(std::string_view plain);

  std::string& out_;
  std::size_t size_;        ///< how much of `out_` is written
  bool comma_due_ = false;  ///< before the next member or element
  std::string scratch_;
};

}  // namespace turnstream::json
