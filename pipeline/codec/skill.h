#pragma once
// Skills as JSON, written in the field order of schemas/examples/skill.json. Bytes that cannot be read give code
// "bad_skill" with reaction kRebuildState: the stored state is damaged. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/skill.h"

namespace turnstream::codec {

void append_skill(std::string& out, const model::Skill& skill);
Result<model::Skill> parse_skill(std::string_view json);

}  // namespace turnstream::codec
