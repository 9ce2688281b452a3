#pragma once
// ByteWriter and ByteReader: the compact binary format in which stages store values in their state; ByteReader also
// reads what the embedded log stores and sends. Fixed-size numbers are little-endian, varints are LEB128. If a reader
// reaches the end too early, or reads too long a varint or too large a count, it fails and stays failed: later calls
// return zeros and empty views, so the caller can check ok() or done() once, at the end. A writer borrows its string, a
// reader its bytes; the views that a reader returns point into the bytes. Threads: one at a time.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"

namespace turnstream {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they are in memory");

class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}

  ByteWriter& u8(std::uint8_t value) {
    out_.push_back(static_cast<char>(value));
    return *this;
  }
  ByteWriter& u32(std::uint32_t value) { return fixed(value); }
  ByteWriter& u64(std::uint64_t value) { return fixed(value); }
  ByteWriter& i64(std::int64_t value) { return fixed(value); }
  ByteWriter& varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
      out_.push_back(static_cast<char>(value | 0x80));
    }
    out_.push_back(static_cast<char>(value));
    return *this;
  }
  ByteWriter& uuid(const Uuid& value) { return fixed(value); }
  /// Writes the length as a varint, then the bytes.
  ByteWriter& text(std::string_view value) {
    varint(value.size());
    out_.append(value);
    return *this;
  }

 private:
  template <typename T>
  ByteWriter& fixed(const T& value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out_.append(bytes, sizeof value);
    return *this;
  }

  std::string& out_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  /// True if the reader has not failed and has read all bytes.
  [[nodiscard]] bool done() const { return ok_ && rest_.empty(); }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t rest_size() const { return rest_.size(); }
  /// Makes the reader fail; callers use it for bytes that are not a valid value.
  void fail() {
    ok_ = false;
    rest_ = {};
  }

  /// Reads one integer (little-endian) or Uuid.
  template <typename T>
  T take() {
    T value{};
    if (rest_.size() < sizeof value) {
      fail();
      return value;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::uint8_t u8() { return take<std::uint8_t>(); }
  std::uint32_t u32() { return take<std::uint32_t>(); }
  std::uint64_t u64() { return take<std::uint64_t>(); }
  std::int64_t i64() { return take<std::int64_t>(); }
  Uuid uuid() { return take<Uuid>(); }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t byte = u8();
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) {
        return value;
      }
    }
    fail();
    return 0;
  }
  /// Reads a varint: the number of elements that follow, each at least `size_min` bytes long. Fails if the rest is too
  /// short for them, so that a corrupt count does not lead to a huge allocation.
  std::size_t count(std::size_t size_min) {
    const std::uint64_t value = varint();
    if (value > rest_.size() / size_min) {
      fail();
      return 0;
    }
    return static_cast<std::size_t>(value);
  }
  std::string_view text() {
    const std::size_t size = count(1);
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(value.size());
    return value;
  }
  /// Reads a text that is preceded by its length as a u32, not as a varint.
  std::string_view sized_text() { return bytes(u32()); }
  std::string_view bytes(std::size_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace turnstream
