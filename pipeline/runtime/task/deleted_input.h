#pragma once
// Input that was deleted before a group of stages read it. Threads: pure functions.

#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

/// The broker cannot say what the deleted offsets were. The committed position is the offset after the last record that
/// was processed, and records of aborted transactions and markers may follow it. They have offsets like other records,
/// and nothing of them is left once they are deleted. So this names what may be lost, and a person decides.
Error deleted_input(const std::string& group, const log::RecordsLost& lost);

/// Logs that the group continues behind the deleted offsets.
void log_accepted(const std::string& group, const log::RecordsLost& lost);

}  // namespace turnstream::runtime
