#pragma once
// Writes facts as JSON, in the field order of schemas/examples/fact.json. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/fact.h"

namespace turnstream::codec {

void append_fact(std::string& out, std::string_view persona, const Uuid& id, const model::Fact& fact);

}  // namespace turnstream::codec
