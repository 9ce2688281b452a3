#pragma once
// Skills as JSON, written in the field order of schemas/examples/skill.json. JSON that cannot be read gives code
// "bad_skill" with reaction kStopProcess. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/skill.h"

namespace turnstream::codec {

void append_skill(std::string& out, const model::Skill& skill);
Result<model::Skill> parse_skill(std::string_view json);
/// What changed between two states of one skill; its fields are "{}" if nothing did.
model::Patch skill_patch(const model::Skill& before, const model::Skill& after);

}  // namespace turnstream::codec
