#pragma once
// Episodes as bytes, in the one field order of docs/topics.md. Errors of the reader: code "bad_episode", reaction
// kRebuildState (only we write them). Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/episode.h"

namespace turnstream::codec {

void append_episode(std::string& out, const model::Episode& episode);
Result<model::Episode> parse_episode(std::string_view json);

}  // namespace turnstream::codec
