#pragma once
// TopicSizes: what is in the topics of a namespace, as a consumer reads it. Threads: the caller's.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::bench {

struct TopicSize {
  std::string topic;
  std::int64_t records = 0;
  std::int64_t bytes = 0;  ///< of keys, values and headers, before any compression
};

/// Reads all topics of the namespace to their ends.
Result<std::vector<TopicSize>> topic_sizes(log::Client& client, const std::string& name_space);

}  // namespace turnstream::bench
