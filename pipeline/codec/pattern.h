#pragma once
// Patterns as JSON, written in the field order of schemas/examples/pattern.json. JSON that cannot be read gives code
// "bad_pattern" with reaction kStopProcess. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/pattern.h"

namespace turnstream::codec {

void append_pattern(std::string& out, const model::Pattern& pattern);
Result<model::Pattern> parse_pattern(std::string_view json);
/// What changed between two states of one pattern; its fields are "{}" if nothing did. Absent if a member is gone, which a patch
/// cannot say.
std::optional<model::Patch> pattern_patch(const model::Pattern& before, const model::Pattern& after);

}  // namespace turnstream::codec
