#pragma once
// The sources of a derived thing: where it was first seen, and the newest others. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/json_writer.h"
#include "pipeline/model/source.h"

namespace turnstream::evidence {

using Sources = std::vector<model::Source>;

/// False, and nothing changes, if it is there already. Beyond `sources_max` (at least 1) the oldest but the first
/// leaves.
bool add_source(Sources& sources, const model::Source& source, std::size_t sources_max = model::kSourcesMax);
[[nodiscard]] bool has_turn(const Sources& sources, std::string_view turn_id);
[[nodiscard]] bool has_session(const Sources& sources, std::string_view session_id);

void write_sources(ByteWriter& writer, const Sources& sources);
[[nodiscard]] Sources read_sources(ByteReader& reader);

}  // namespace turnstream::evidence
