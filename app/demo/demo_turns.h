#pragma once
// The sample turns of docs/examples/demo_turns.ndjson: the work of two personas in a week. One turn is invalid.
// Threads: any.

#include <span>
#include <string_view>

namespace turnstream::app {

std::span<const std::string_view> demo_turns();

}  // namespace turnstream::app
