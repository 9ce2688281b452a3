#pragma once
// The report of a forget command: what one stage removed, as events on the topic maintenance. A consumer that keeps texts
// needs the ids, and a person the counts. Threads: pure, except that it takes event ids from the run.

#include "pipeline/runtime/task/persona_run.h"
#include "pipeline/runtime/task/prepared_record.h"

namespace turnstream::runtime {

/// The number of ids in one event. If more were removed, several events follow each other, and only the first counts.
inline constexpr std::size_t kReportedIdsMax = 5'000;

/// Adds the report to the run's records if the record is a forget command, and `changes` contain deletes or the run sends
/// commands to other personas.
void add_forget_report(const PreparedRecord& record, const std::vector<model::Change>& changes, PersonaRun& run);

}  // namespace turnstream::runtime
