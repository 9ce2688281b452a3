#pragma once
// The fields of a StateExport: which there are, which must be there, and how each is read. The counterpart of
// schemas/state_export.schema.json, row by row. Internal to this folder: turn_parser.cpp is its only caller.
// Threads: any; tables and pure functions.

#include "pipeline/json/schema_reader.h"
#include "pipeline/model/state_export.h"

namespace turnstream::codec {

/// Reads the tape's root into `turn`. All but session_id's default and the hash is set.
void read_turn(json::SchemaReader& reader, model::StateExport& turn);

}  // namespace turnstream::codec
