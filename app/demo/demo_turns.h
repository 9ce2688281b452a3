#pragma once
// The sample turns of docs/examples/demo_turns.ndjson: a week of two personas' work, one export of it broken.
// Threads: any.

#include <span>
#include <string_view>

namespace turnstream::app {

std::span<const std::string_view> demo_turns();

}  // namespace turnstream::app
