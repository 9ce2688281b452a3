#pragma once
// Ids for the turns and commands that this program makes: ULIDs whose random part is a hash, so that the same time and
// seed give the same id. Threads: any.

#include <cstdint>
#include <string>
#include <string_view>

namespace turnstream::app {

/// 26 characters: `time_ms` (since 1970; at least 0), then the first 80 bits of the SHA-256 of `seed`.
std::string make_ulid(std::int64_t time_ms, std::string_view seed);

}  // namespace turnstream::app
