#pragma once
// Shows on one screen what the pipeline learnt from the sample turns. For each persona: its best facts (among them one
// that superseded another, with both validity intervals), a skill, a preference and a habit. Each is shown with the
// words of the turn it is based on. All of it comes from public records, the words through explain. Threads: one.

#include <map>
#include <ostream>
#include <string>

#include "app/explain/record_finder.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// The present value of everything that the stages store (deleted entries left out), as JSON, by kind and id.
using Things = std::map<std::string, std::map<std::string, std::string>>;

Status print_knowledge(std::ostream& out, RecordFinder& finder, const Things& things);

}  // namespace turnstream::app
