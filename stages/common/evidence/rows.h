#pragma once
// Keys of the rows of a persona's state, and the error for a missing or damaged row. Threads: any; pure.

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/check.h"
#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"

namespace turnstream::evidence {

/// A short key, at most kBytesMax bytes, without an allocation: a turn reads and writes about a hundred rows.
class RowKey {
 public:
  static constexpr std::size_t kBytesMax = 63;

  explicit RowKey(std::string_view bytes) { append(bytes); }
  RowKey& append(std::string_view bytes) {
    CHECK(bytes.size() <= kBytesMax - size_);
    bytes.copy(bytes_.data() + size_, bytes.size());
    size_ = static_cast<std::uint8_t>(size_ + bytes.size());
    return *this;
  }
  RowKey& append(const Uuid& id) { return append({reinterpret_cast<const char*>(id.data()), id.size()}); }
  /// The lower `bytes` bytes of the number, big-endian: byte order is the order of the numbers.
  RowKey& append_number(std::uint64_t number, std::size_t bytes = sizeof(std::uint64_t));
  [[nodiscard]] std::string_view view() const { return {bytes_.data(), size_}; }
  operator std::string_view() const { return view(); }  // NOLINT(google-explicit-constructor): as std::string
  friend bool operator==(const RowKey& a, const RowKey& b) { return a.view() == b.view(); }
  friend auto operator<=>(const RowKey& a, const RowKey& b) { return a.view() <=> b.view(); }

 private:
  std::array<char, kBytesMax> bytes_{};
  std::uint8_t size_ = 0;
};

/// The key `<prefix><id of 16 bytes>`.
[[nodiscard]] inline RowKey row_key(std::string_view prefix, const Uuid& id) {
  return RowKey(prefix).append(id);
}
/// The key `<prefix><number of 8 bytes, big-endian>`.
[[nodiscard]] inline RowKey row_key(std::string_view prefix, std::uint64_t number) {
  return RowKey(prefix).append_number(number);
}
/// The number at the end of such a key.
[[nodiscard]] std::uint64_t number_in_key(std::string_view key);
/// The id at the end of a key: its last 16 bytes.
[[nodiscard]] Uuid id_in_key(std::string_view key);

/// The error for a row that is missing, damaged or of another format: code "bad_state", reaction kRebuildState. `what`:
/// the message, a sentence that names the row.
[[nodiscard]] Error bad_state(std::string_view what);

}  // namespace turnstream::evidence
