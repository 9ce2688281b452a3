#pragma once
// Finds partitions whose last stable offset is before their high watermark, so that read-committed readers wait there.
// Usually a transaction is open there, or has ended but its control record is not written yet. Threads: any. Errors:
// those of Admin.

#include <map>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::log {

/// All partitions of the topics whose name is in `names`, in the order of `topics`.
std::vector<TopicPartition> partitions_of(const std::vector<TopicInfo>& topics, const std::vector<std::string>& names);

/// The partitions at which readers wait, each with its last stable offset.
using OpenTransactions = std::map<TopicPartition, NextOffset>;

/// Checks all partitions of those topics in `names` that exist.
Result<OpenTransactions> open_transactions(Admin& admin, const std::vector<std::string>& names, milliseconds timeout);

}  // namespace turnstream::log
