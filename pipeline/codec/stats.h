#pragma once
// Writes the value of a change of kind "stats": a persona's counters under one id, such as "ring" or "skills".
// Threads: any; pure.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace turnstream::codec {

struct StatCounter {
  std::string_view name;
  std::int64_t value = 0;
};

void append_stats(std::string& out, std::string_view id, std::string_view persona,
                  std::span<const StatCounter> counters);

}  // namespace turnstream::codec
