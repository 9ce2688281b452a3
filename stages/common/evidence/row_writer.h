#pragma once
// RowWriter: writes a row as ByteWriter does, byte by byte the same, in a third of the time: for the rows that a stage writes with
// each turn. It makes its string longer ahead of time and cuts it when it is destroyed; until then nothing else may use the
// string, which must outlive it. Threads: one at a time.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/uuid5.h"

namespace turnstream::evidence {

class RowWriter {
 public:
  /// Writes behind what `row` has. `bytes_often`: it is seldom more.
  RowWriter(std::string& row, std::size_t bytes_often) : row_(row) { extend(row.size() + bytes_often, row.size()); }
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;
  ~RowWriter() { row_.resize(size()); }

  RowWriter& u8(std::uint8_t value) { return fixed(value); }
  RowWriter& u32(std::uint32_t value) { return fixed(value); }
  RowWriter& u64(std::uint64_t value) { return fixed(value); }
  RowWriter& i64(std::int64_t value) { return fixed(value); }
  RowWriter& uuid(const Uuid& value) { return fixed(value); }
  RowWriter& varint(std::uint64_t value) {
    constexpr std::size_t kBytesMax = 10;
    make_room(kBytesMax);
    for (; value >= 0x80; value >>= 7) {
      *at_++ = static_cast<char>(value | 0x80);
    }
    *at_++ = static_cast<char>(value);
    return *this;
  }
  RowWriter& text(std::string_view value) {
    varint(value.size());
    make_room(value.size());
    std::memcpy(at_, value.data(), value.size());
    at_ += value.size();
    return *this;
  }
  /// Calls `write` with a ByteWriter, for what is written by others.
  template <typename Write>
  RowWriter& with(const Write& write) {
    row_.resize(size());
    ByteWriter writer(row_);
    write(writer);
    extend(row_.capacity(), row_.size());
    return *this;
  }

 private:
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(at_ - row_.data()); }
  void make_room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes) {
      extend(2 * row_.size() + bytes, size());
    }
  }
  /// `written`: how many bytes stand in the row.
  void extend(std::size_t bytes, std::size_t written) {
    row_.resize(std::max(bytes, row_.size()));
    at_ = row_.data() + written;
    end_ = row_.data() + row_.size();
  }
  template <typename T>
  RowWriter& fixed(const T& value) {
    make_room(sizeof value);
    std::memcpy(at_, &value, sizeof value);
    at_ += sizeof value;
    return *this;
  }

  std::string& row_;
  char* at_ = nullptr;   ///< where the next byte goes
  char* end_ = nullptr;  ///< of the row
};

}  // namespace turnstream::evidence
