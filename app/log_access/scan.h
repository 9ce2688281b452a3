#pragma once
// scan: reads what is committed in a topic, from a position up to the end that was there when it began. For commands
// that look at a whole topic. Threads: the caller's.

#include <functional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// Called with each record; false ends the scan of all partitions.
using RecordVisitor = std::function<Result<bool>(const log::Record& record)>;

/// All partitions of the topic from their beginnings, each in order; nothing where there is no such topic.
Status scan_topic(log::Client& client, const std::string& topic, log::milliseconds timeout, const RecordVisitor& visit);

/// One partition, or several, from the given positions. `timeout` bounds the wait for the next record.
Status scan_from(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout,
                 const RecordVisitor& visit);

/// The positions of all partitions of a topic at offset 0; none where there is no such topic.
Result<std::vector<log::Position>> beginnings(log::Client& client, const std::string& topic, log::milliseconds timeout);

}  // namespace turnstream::app
