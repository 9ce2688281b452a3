#pragma once
// Skills as bytes, in the one field order of docs/topics.md. Errors of the reader: code "bad_skill", reaction
// kRebuildState (only we write them). Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/skill.h"

namespace turnstream::codec {

void append_skill(std::string& out, const model::Skill& skill);
Result<model::Skill> parse_skill(std::string_view json);

}  // namespace turnstream::codec
