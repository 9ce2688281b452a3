#pragma once
// Patterns as bytes, in the one field order of docs/topics.md. Errors of the reader: code "bad_pattern", reaction
// kRebuildState (only we write them). Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/pattern.h"

namespace turnstream::codec {

void append_pattern(std::string& out, const model::Pattern& pattern);
Result<model::Pattern> parse_pattern(std::string_view json);

}  // namespace turnstream::codec
