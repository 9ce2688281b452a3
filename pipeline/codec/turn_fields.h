#pragma once
// The tables of a StateExport's fields: their names, which are required, and how each is read. They correspond row by
// row to schemas/state_export.schema.json. Internal to this folder: only turn_parser.cpp calls read_turn(). Threads:
// any; pure.

#include "pipeline/json/schema_reader.h"
#include "pipeline/model/state_export.h"

namespace turnstream::codec {

/// Reads the tape's root into `turn`. TurnParser then sets the default of session_id, and the content hash.
void read_turn(json::SchemaReader& reader, model::StateExport& turn);

}  // namespace turnstream::codec
