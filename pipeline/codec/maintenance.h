#pragma once
// Maintenance events as JSON, in the field order of schemas/examples/maintenance.<type>.json. Threads: any; pure.

#include <string>

#include "pipeline/model/maintenance.h"

namespace turnstream::codec {

void append_maintenance(std::string& out, const model::Maintenance& event);

}  // namespace turnstream::codec
