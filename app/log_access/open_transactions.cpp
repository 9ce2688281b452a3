#include "app/log_access/open_transactions.h"

#include <algorithm>

namespace turnstream::app {
namespace {

/// The interval at which a broker looks for transactions that are older than their time-out, and ends them.
constexpr std::int64_t kAbortScanMs = 10'000;
constexpr std::int64_t kSlackMs = 2'000;

}  // namespace

std::int64_t hanging_after_ms(std::int64_t transaction_timeout_ms) {
  return std::max(transaction_timeout_ms * 5 / 2, transaction_timeout_ms + kAbortScanMs + kSlackMs);
}

void OpenSince::update(const log::OpenTransactions& now, MonotonicTime at) {
  std::map<log::TopicPartition, Since> since;
  for (const auto& [where, stable] : now) {
    const auto known = since_.find(where);
    const bool is_same = known != since_.end() && known->second.stable == stable;
    since.emplace(where, Since{stable, is_same ? known->second.first : at});
  }
  since_ = std::move(since);
  last_ = at;
}

std::vector<StandingStill> OpenSince::for_at_least(std::int64_t ms) const {
  std::vector<StandingStill> out;
  for (const auto& [where, since] : since_) {
    if ((last_.value() - since.first.value()) / 1'000 >= ms) {
      out.push_back({where, since.stable});
    }
  }
  return out;
}

std::string advice(const StandingStill& hanging, bool foreign, const std::string& bootstrap) {
  const std::string& topic = hanging.where.topic;
  const std::string partition = std::to_string(hanging.where.partition.value());
  const std::string offset = std::to_string(hanging.stable.value());
  const std::string cause =
      foreign
          ? ": one of your producers holds a transaction open, or a broker left one open. If none of them is that slow "
            "(Kafka's usual limit is 60 s), end it"
          : ": a broker left a transaction open. End it";
  return "partition " + topic + " " + partition + " hangs at offset " + offset + cause +
         " with Kafka's own tool: kafka-transactions.sh --bootstrap-server " + bootstrap + " abort --topic " + topic +
         " --partition " + partition + " --start-offset " + offset;
}

}  // namespace turnstream::app
