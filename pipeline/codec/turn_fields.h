#pragma once
// The table of a StateExport's fields: their names, which are required, and how each is read. It corresponds row by
// row to schemas/state_export.schema.json. Internal to this folder: only turn_parser.cpp calls it. Threads: any;
// tables and pure functions.

#include "pipeline/json/schema_reader.h"
#include "pipeline/model/state_export.h"

namespace turnstream::codec {

/// Reads the tape's root into `turn`. TurnParser then sets the default of session_id, and the content hash.
void read_turn(json::SchemaReader& reader, model::StateExport& turn);

}  // namespace turnstream::codec
