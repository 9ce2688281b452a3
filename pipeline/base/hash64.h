#pragma once
// A stable 64-bit hash of bytes: the same on every machine and in every version, because it stands in state and decides
// when timers are due. Not for adversaries: whoever acts on equality compares the bytes too. (MurmurHash64A.)
// Threads: any.

#include <cstdint>
#include <string_view>

namespace turnstream {

[[nodiscard]] std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace turnstream
