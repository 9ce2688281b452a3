#pragma once
// Finds partitions at which read-committed readers wait: their last stable offset is before their end. Either a
// transaction is open there, or one is committed but its commit marker is not written yet. Threads: any. Errors:
// those of Admin.

#include <map>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::log {

/// All partitions of the topics whose name is in `names`, in the order of `topics`.
std::vector<TopicPartition> partitions_of(const std::vector<TopicInfo>& topics, const std::vector<std::string>& names);

/// For each partition at which readers wait, the offset at which they wait.
using OpenTransactions = std::map<TopicPartition, NextOffset>;

/// Checks all partitions of those topics in `names` that exist.
Result<OpenTransactions> open_transactions(Admin& admin, const std::vector<std::string>& names, milliseconds timeout);

}  // namespace turnstream::log
