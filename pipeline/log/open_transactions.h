#pragma once
// Where readers wait: partitions that hold a transaction which is neither committed nor aborted, and those whose last
// one is committed but has not got its marker yet. Threads: any. Errors: those of Admin.

#include <map>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::log {

/// All partitions of the topics that bear one of the names, in the order of `topics`.
std::vector<TopicPartition> partitions_of(const std::vector<TopicInfo>& topics, const std::vector<std::string>& names);

/// The offset at which readers wait, by partition.
using OpenTransactions = std::map<TopicPartition, NextOffset>;

/// In the topics of these names that exist.
Result<OpenTransactions> open_transactions(Admin& admin, const std::vector<std::string>& names, milliseconds timeout);

}  // namespace turnstream::log
