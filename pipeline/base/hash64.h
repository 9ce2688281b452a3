#pragma once
// A stable 64-bit hash of bytes (MurmurHash64A). It must be the same on every machine and in every version, because
// stages store it in their state and derive timer times from it. Equal hashes do not prove equal bytes: an attacker can
// construct collisions. Threads: any.

#include <cstdint>
#include <string_view>

namespace turnstream {

[[nodiscard]] std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace turnstream
