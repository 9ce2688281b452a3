#pragma once
// Keys of the rows of a persona's state, and the error for a missing or damaged row. Threads: any; pure.

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"

namespace turnstream::evidence {

/// The key `<prefix><id of 16 bytes>`.
[[nodiscard]] std::string row_key(std::string_view prefix, const Uuid& id);
/// The key `<prefix><number of 8 bytes, big-endian>`.
[[nodiscard]] std::string row_key(std::string_view prefix, std::uint64_t number);
/// The number at the end of such a key.
[[nodiscard]] std::uint64_t number_in_key(std::string_view key);
/// The id at the end of a key: its last 16 bytes.
[[nodiscard]] Uuid id_in_key(std::string_view key);
/// Appends the lower `bytes` bytes of the number, big-endian: byte order is the order of the numbers.
void append_big_endian(std::string& key, std::uint64_t number, int bytes);

/// The error for a row that is missing, damaged or of another format: code "bad_state", reaction kRebuildState. `what`:
/// the message, a sentence that names the row.
[[nodiscard]] Error bad_state(std::string_view what);

}  // namespace turnstream::evidence
