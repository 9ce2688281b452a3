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

/// True if only the offset after the last record that was processed was deleted. It counts as the marker of that record's
/// transaction, which is deleted together with the record. It was another record only if the group ended in the middle of a
/// transaction of several records, and the deletion ended there, too, one record later.
[[nodiscard]] bool counts_as_marker(const log::RecordsLost& lost);

/// Logs that the group continues behind such an offset, so that it can be found later.
void log_marker(const std::string& group, const log::RecordsLost& lost);

/// Logs that the group continues behind the deleted offsets.
void log_accepted(const std::string& group, const log::RecordsLost& lost);

}  // namespace turnstream::runtime
