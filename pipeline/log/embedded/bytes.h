#pragma once
// Fixed-width integers in byte strings: big-endian in keys of topics, bounds and batches, so that keys sort by their
// numbers, which are not negative (put_key, get_key); else little-endian (put, get, ByteReader). Threads: any.

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "pipeline/base/byte_stream.h"

namespace turnstream::log::embedded {

template <std::integral T>
void put(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
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
  T value{};
  std::memcpy(&value, from, sizeof value);
  return value;
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

}  // namespace turnstream::log::embedded
