#pragma once
// Fixed-width integers in byte strings: little-endian in values and frames (put, get), big-endian in keys, so that
// keys sort like numbers (put_key, get_key). ByteReader never reads beyond its input: after the first short read ok()
// is false and it returns only zeros and empty views. Threads: values.

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace turnstream::log::embedded {

template <std::integral T>
void put(std::string& out, T value) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  char bytes[sizeof(T)];
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bytes[i] = static_cast<char>((bits >> (8 * i)) & 0xff);
  }
  out.append(bytes, sizeof(T));
}

template <std::integral T>
void put_key(std::string& out, T value) {
  const auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (std::size_t i = sizeof(T); i-- > 0;) {
    out.push_back(static_cast<char>((bits >> (8 * i)) & 0xff));
  }
}

/// Reads a value written by put(). Precondition: at least sizeof(T) bytes.
template <std::integral T>
T get(const char* from) {
  std::make_unsigned_t<T> bits = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) {
    bits =
        static_cast<std::make_unsigned_t<T>>((bits << (sizeof(T) > 1 ? 8 : 0)) | static_cast<unsigned char>(from[i]));
  }
  return static_cast<T>(bits);
}

/// Reads a value written by put_key(). Precondition: at least sizeof(T) bytes.
template <std::integral T>
T get_key(const char* from) {
  std::make_unsigned_t<T> bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    bits =
        static_cast<std::make_unsigned_t<T>>((bits << (sizeof(T) > 1 ? 8 : 0)) | static_cast<unsigned char>(from[i]));
  }
  return static_cast<T>(bits);
}

inline void put_string(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out.append(text);
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view input) : rest_(input) {}

  template <std::integral T>
  T take() {
    if (rest_.size() < sizeof(T)) {
      return fail<T>();
    }
    const T value = get<T>(rest_.data());
    rest_.remove_prefix(sizeof(T));
    return value;
  }
  /// Returns a view into the input.
  std::string_view bytes(std::size_t count) {
    if (rest_.size() < count) {
      return fail<std::string_view>();
    }
    const std::string_view value = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return value;
  }
  std::string_view string() { return bytes(take<std::uint32_t>()); }

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

 private:
  template <typename T>
  T fail() {
    ok_ = false;
    rest_ = {};
    return T{};
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace turnstream::log::embedded
