#pragma once
// What the sample turns taught, on one screen: for each persona its best facts (one that superseded another, with both
// intervals), a skill, a preference and a habit, each led back to the words of the turn that it rests on. All of it
// from public records, through explain. Threads: one.

#include <map>
#include <ostream>
#include <string>

#include "app/explain/record_finder.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// The newest version of everything that the stages have put, as JSON, by kind and id.
using Things = std::map<std::string, std::map<std::string, std::string>>;

Status print_knowledge(std::ostream& out, RecordFinder& finder, const Things& things);

}  // namespace turnstream::app
