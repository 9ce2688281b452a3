#pragma once
// ErasedRecord: what stands in a log in place of a record whose text was erased: {"erased":true}, and for a turn also the
// hash of its id, so that the turn stays barred. Only `scrub` writes it, at the offset and with the headers of the record.
// A producer cannot send one: intake refuses it as a turn, command or effect result without the required fields.
// Threads: any; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream::codec {

/// Bytes of a turn's hash: the first of the SHA-256 of its id.
inline constexpr std::size_t kTurnHashBytes = 16;

struct ErasedRecord {
  std::string turn_hash;  ///< kTurnHashBytes bytes; empty if the record is not a turn
};

/// The hash under which a turn id is barred.
[[nodiscard]] std::string turn_hash_of(std::string_view turn_id);

[[nodiscard]] std::string erased_record_text(const ErasedRecord& record);
/// Absent if the value of the log record is not that of an erased one.
[[nodiscard]] std::optional<ErasedRecord> read_erased_record(std::string_view value);

}  // namespace turnstream::codec
