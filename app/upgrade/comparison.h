#pragma once
// Compares the completions that two namespaces have for the same records of one log. Threads: one.

#include <cstdint>
#include <string>

#include "pipeline/log/client.h"

namespace turnstream::app {

struct Comparison {
  std::int64_t equal = 0;
  std::int64_t different = 0;
  std::int64_t only_old = 0;  ///< log records with a completion in the first topic only
  std::int64_t only_new = 0;
};

/// Compares the bytes that digests cover, for each record of the log that has a completion in a topic. Keeps 16 bytes
/// for each completion of a partition in memory.
Result<Comparison> compare_completions(log::Client& client, const std::string& old_topic, const std::string& new_topic,
                                       std::int32_t partitions, log::milliseconds timeout);

}  // namespace turnstream::app
