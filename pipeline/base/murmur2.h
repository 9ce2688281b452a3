#pragma once
// Kafka's partitioner for keyed records, as the Java client computes it. Intake uses it for each log record that has a
// persona: all turns of a persona are in one partition of the log, with any client. Threads: any.

#include <cstdint>
#include <string_view>

#include "pipeline/base/strong_type.h"

namespace turnstream {

/// The same 32 bits as murmur2() of org.apache.kafka.common.utils.Utils, as an unsigned number.
[[nodiscard]] std::uint32_t murmur2(std::string_view bytes);

/// The partition for `key`. Precondition: partition_count ≥ 1.
[[nodiscard]] Partition partition_of_key(std::string_view key, std::int32_t partition_count);

}  // namespace turnstream
