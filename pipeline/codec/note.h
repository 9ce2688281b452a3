#pragma once
// Writes notes as JSON, in the field order of schemas/examples/note.json. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/note.h"

namespace turnstream::codec {

void append_note(std::string& out, std::string_view persona, const Uuid& id, const model::Note& note);

}  // namespace turnstream::codec
