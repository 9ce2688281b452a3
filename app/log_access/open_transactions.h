#pragma once
// Transactions that hold readers up: partitions whose last stable offset stands below their end. A living transaction
// ends within its time-out; one that a dying broker left open never does, and no client can end it.
// Threads: the caller's.

#include <map>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// Where readers wait, by partition.
using OpenTransactions = std::map<log::TopicPartition, NextOffset>;

/// In the topics of these names that exist.
Result<OpenTransactions> open_transactions(log::Admin& admin, const std::vector<std::string>& topics,
                                           log::milliseconds timeout);

/// Those of `before` that have not moved.
OpenTransactions unmoved(const OpenTransactions& before, const OpenTransactions& now);

/// What to do about one: a sentence with the command of Kafka's own tools.
std::string advice(const log::TopicPartition& where, NextOffset stable, const std::string& bootstrap);

}  // namespace turnstream::app
