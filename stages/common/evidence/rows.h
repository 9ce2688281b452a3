#pragma once
// Keys of the rows of a persona's state, and the error for a damaged row. Threads: any; pure.

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

/// The error for a row that is missing or cannot be read: code "bad_state", reaction kRebuildState. `what`: a sentence
/// that names the row; the supervisor logs it with what happens next.
[[nodiscard]] Error bad_state(std::string_view what);

}  // namespace turnstream::evidence
