#pragma once
// What `doctor` says of records that could end a process: batches that unpack to more than memory holds, and positions
// at which processes died. Threads: any.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// A sentence for each codec that the loaded librdkafka unpacks without our bound.
std::vector<std::string> unbounded_unpacking();

/// A sentence for each input with records behind a position at which more than one process in a row began to read and did
/// not get beyond it. `start_ledger`: the file of runtime::StartLedger. An error if the log does not answer.
Result<std::vector<std::string>> repeated_starts(const std::string& start_ledger, log::Admin& admin,
                                                 log::milliseconds timeout);

}  // namespace turnstream::app
