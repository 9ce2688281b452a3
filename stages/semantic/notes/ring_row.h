#pragma once
// The row of a ring (kept_note.h lists the rows). A unit's stems are places in the list of stems, so a stem that many units
// have takes its bytes once. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "stages/semantic/notes/ring.h"

namespace turnstream::semantic {

/// The row, without the stems that no unit has. Precondition: at most Ring::kUnitsMax units.
[[nodiscard]] std::string encode_ring(const Ring& ring);
/// Error: bad_state().
Result<Ring> decode_ring(std::string_view bytes);

}  // namespace turnstream::semantic
