#pragma once
// Maintenance events as JSON, in the field order of docs/topics.md and schemas/examples. Threads: any; pure.

#include <string>

#include "pipeline/model/maintenance.h"

namespace turnstream::codec {

void append_maintenance(std::string& out, const model::Maintenance& event);

}  // namespace turnstream::codec
