#include "pipeline/log/open_transactions.h"

#include <algorithm>

namespace turnstream::log {

std::vector<TopicPartition> partitions_of(const std::vector<TopicInfo>& topics, const std::vector<std::string>& names) {
  std::vector<TopicPartition> partitions;
  for (const TopicInfo& topic : topics) {
    const bool is_named = std::find(names.begin(), names.end(), topic.name) != names.end();
    for (std::int32_t p = 0; is_named && p < topic.partitions; ++p) {
      partitions.push_back({topic.name, Partition{p}});
    }
  }
  return partitions;
}

Result<OpenTransactions> open_transactions(Admin& admin, const std::vector<std::string>& names, milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> topics, admin.topics(timeout));
  const std::vector<TopicPartition> asked = partitions_of(topics, names);
  TS_ASSIGN_OR_RETURN(const std::vector<Watermarks> marks, admin.watermarks_of(asked, timeout));
  OpenTransactions open;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (marks[i].last_stable < marks[i].high) {
      open.emplace(asked[i], marks[i].last_stable);
    }
  }
  return open;
}

}  // namespace turnstream::log
