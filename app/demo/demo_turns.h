#pragma once
// The sample turns of docs/examples/demo_turns.ndjson: two personas, from 5 to 12 January 2026. One turn is
// invalid. Threads: any.

#include <span>
#include <string_view>

namespace turnstream::app {

std::span<const std::string_view> demo_turns();

}  // namespace turnstream::app
