#pragma once
// The rail of a fact: a line of time with the intervals in which the fact held, and the same in words. Threads: pure.

#include <nlohmann/json_fwd.hpp>

#include "app/page/html.h"

namespace turnstream::app {

/// `validity`: [{"from":…,"to":…}], in order; `to` is null while it holds. Writes nothing for an empty list.
void write_validity(Html& html, const nlohmann::json& validity);

}  // namespace turnstream::app
