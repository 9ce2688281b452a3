#pragma once
// Patterns as bytes, in the field order of docs/topics.md. Reading fails with code "bad_pattern" and reaction
// kRebuildState, because only stages write these bytes. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/pattern.h"

namespace turnstream::codec {

void append_pattern(std::string& out, const model::Pattern& pattern);
Result<model::Pattern> parse_pattern(std::string_view json);

}  // namespace turnstream::codec
