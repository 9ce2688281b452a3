#pragma once
// Sessions as JSON, in the field order of schemas/examples/session.json, and the patch from one state of a session to
// another. Threads: any; pure.

#include <string>

#include "pipeline/model/session.h"

namespace turnstream::codec {

void append_session(std::string& out, const model::Session& session);

/// A JSON object with the top-level fields in which `after` differs from `before`; an empty string if both are equal.
/// Precondition: both are states of the same session.
[[nodiscard]] std::string session_patch(const model::Session& before, const model::Session& after);

}  // namespace turnstream::codec
