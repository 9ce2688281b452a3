#pragma once
// Entries of the daily log as JSON, in the field order of schemas/examples/daily.json. Threads: any; pure.

#include <string>

#include "pipeline/model/daily.h"

namespace turnstream::codec {

void append_daily(std::string& out, const model::Daily& daily);

}  // namespace turnstream::codec
