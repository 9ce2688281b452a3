#include "app/log_access/open_transactions.h"

#include <algorithm>

namespace turnstream::app {

Result<OpenTransactions> open_transactions(log::Admin& admin, const std::vector<std::string>& topics,
                                           log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> present, admin.topics(timeout));
  OpenTransactions open;
  for (const log::TopicInfo& topic : present) {
    const bool is_asked = std::find(topics.begin(), topics.end(), topic.name) != topics.end();
    for (std::int32_t p = 0; is_asked && p < topic.partitions; ++p) {
      const log::TopicPartition where{topic.name, Partition{p}};
      TS_ASSIGN_OR_RETURN(const log::Watermarks marks, admin.watermarks(where, timeout));
      if (marks.last_stable < marks.high) {
        open.emplace(where, marks.last_stable);
      }
    }
  }
  return open;
}

OpenTransactions unmoved(const OpenTransactions& before, const OpenTransactions& now) {
  OpenTransactions out;
  for (const auto& [where, stable] : now) {
    const auto earlier = before.find(where);
    if (earlier != before.end() && earlier->second == stable) {
      out.emplace(where, stable);
    }
  }
  return out;
}

std::string advice(const log::TopicPartition& where, NextOffset stable, const std::string& bootstrap) {
  const std::string partition = std::to_string(where.partition.value());
  const std::string offset = std::to_string(stable.value());
  return "partition " + where.topic + " " + partition + " hangs at offset " + offset +
         ": a broker left a transaction open. End it with Kafka's own tool: kafka-transactions.sh --bootstrap-server " +
         bootstrap + " abort --topic " + where.topic + " --partition " + partition + " --start-offset " + offset;
}

}  // namespace turnstream::app
