#pragma once
// Kafka's partitioner for keyed records, as the Java client computes it: intake uses it explicitly, so that a persona
// lives in one partition whatever client produced the turn. Threads: any.

#include <cstdint>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream {

/// The 32-bit murmur2 of org.apache.kafka.common.utils.Utils (its int, read as unsigned).
[[nodiscard]] std::uint32_t murmur2(std::string_view bytes);

/// The partition of `key` among `partition_count` (≥ 1).
[[nodiscard]] Partition partition_of_key(std::string_view key, std::int32_t partition_count);

}  // namespace turnstream
