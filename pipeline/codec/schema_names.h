#pragma once
// Short names that the field tables of this folder use; a field table describes the fields of a record from outside.
// Internal to this folder. Threads: constants.

#include <cstddef>

#include "pipeline/json/schema_reader.h"

namespace turnstream::codec {

using Reader = json::SchemaReader;
using Node = json::NodeIndex;

inline constexpr bool kRequired = true;
inline constexpr bool kOptional = false;
inline constexpr std::size_t kIdCodePointsMax = 512;

}  // namespace turnstream::codec
