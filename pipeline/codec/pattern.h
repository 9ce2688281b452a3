#pragma once
// Patterns as JSON, written in the field order of schemas/examples/pattern.json. JSON that cannot be read gives code
// "bad_pattern" with reaction kStopProcess. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/pattern.h"

namespace turnstream::codec {

void append_pattern(std::string& out, const model::Pattern& pattern);
Result<model::Pattern> parse_pattern(std::string_view json);

}  // namespace turnstream::codec
