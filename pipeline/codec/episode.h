#pragma once
// Episodes as JSON, written in the field order of schemas/examples/episode.json. Bytes that cannot be read give code
// "bad_episode" with reaction kRebuildState: the stored state is damaged. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/episode.h"

namespace turnstream::codec {

void append_episode(std::string& out, const model::Episode& episode);
Result<model::Episode> parse_episode(std::string_view json);

}  // namespace turnstream::codec
