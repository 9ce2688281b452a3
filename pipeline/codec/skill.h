#pragma once
// Skills as bytes, in the field order of docs/topics.md. Reading fails with code "bad_skill" and reaction
// kRebuildState, because only stages write these bytes. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/skill.h"

namespace turnstream::codec {

void append_skill(std::string& out, const model::Skill& skill);
Result<model::Skill> parse_skill(std::string_view json);

}  // namespace turnstream::codec
