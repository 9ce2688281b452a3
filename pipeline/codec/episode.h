#pragma once
// Episodes as bytes, in the field order of docs/topics.md. Reading fails with code "bad_episode" and reaction
// kRebuildState, because only stages write these bytes. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/episode.h"

namespace turnstream::codec {

void append_episode(std::string& out, const model::Episode& episode);
Result<model::Episode> parse_episode(std::string_view json);

}  // namespace turnstream::codec
