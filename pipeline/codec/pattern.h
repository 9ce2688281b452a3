#pragma once
// Patterns as JSON, written in the field order of schemas/examples/pattern.json. Bytes that cannot be read give code
// "bad_pattern" with reaction kRebuildState: the stored state is damaged. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/pattern.h"

namespace turnstream::codec {

void append_pattern(std::string& out, const model::Pattern& pattern);
Result<model::Pattern> parse_pattern(std::string_view json);

}  // namespace turnstream::codec
