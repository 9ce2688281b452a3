#pragma once
// Times of the tests of the runtime. Threads: any.

#include <cstdint>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

/// For calls of a log that need not wait.
inline constexpr log::milliseconds kNow{0};
inline constexpr std::int64_t kStart = 1'767'261'600'000;  ///< 2026-01-01T10:00:00Z

}  // namespace turnstream::runtime
