#pragma once
// A careful start: if kStartsMax processes in a row died where intake begins to read an input, a reader in a process of
// its own, with little memory, tries to read there first. If it dies too, further readers find the first
// offset from which they survive, and intake passes over the records before it. Call it before the process has threads: it forks. Threads: one.

#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// `start_ledger`: the file of runtime::StartLedger. Only for Kafka: the embedded log has no batches to unpack.
/// Errors: if no process can be made.
Result<std::vector<log::Unreadable>> find_deadly_records(Context& context, const std::string& start_ledger);

}  // namespace turnstream::app
