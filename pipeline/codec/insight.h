#pragma once
// Insights as JSON, written in the field order of schemas/examples/insight.json, and the patch from one state of an
// insight to another. The same bytes are the value of a change and of an event. JSON that cannot be read gives code
// "bad_insight" with reaction kStopProcess. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/model/insight.h"

namespace turnstream::codec {

void append_insight(std::string& out, const model::Insight& insight);
Result<model::Insight> parse_insight(std::string_view json);

/// A JSON object with the top-level fields in which `after` differs from `before`; an empty string if both are equal.
/// Precondition: both are states of the same insight. Only summary, sources, importance, tags, confidence,
/// last_accessed_at and access_count ever change.
[[nodiscard]] std::string insight_patch(const model::Insight& before, const model::Insight& after);

}  // namespace turnstream::codec
