#pragma once
// Short names for the field tables of this folder, which describe the records that intake reads. Internal to this
// folder. Threads: constants.

#include <cstddef>

#include "pipeline/json/schema_reader.h"

namespace turnstream::codec {

using Reader = json::SchemaReader;
using Node = json::NodeIndex;

inline constexpr bool kRequired = true;
inline constexpr bool kOptional = false;
inline constexpr std::size_t kIdCodePointsMax = 512;

}  // namespace turnstream::codec
