#pragma once
// scan: reads the committed records of a topic, from given positions to the last stable offsets as of the scan's start.
// Threads: one.

#include <functional>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// Called with each record; returns false to end the scan of all partitions.
using RecordVisitor = std::function<Result<bool>(const log::Record& record)>;

/// Reads all partitions from their beginnings, each in order. Reads nothing if the topic does not exist.
Status scan_topic(log::Client& client, const std::string& topic, log::milliseconds timeout, const RecordVisitor& visit);

/// Reads one or several partitions from the given positions. `timeout` limits each wait for the log, not the scan.
Status scan_from(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout,
                 const RecordVisitor& visit);

/// The positions of all partitions of a topic at offset 0; none if the topic does not exist.
Result<std::vector<log::Position>> beginnings(log::Client& client, const std::string& topic, log::milliseconds timeout);

}  // namespace turnstream::app
