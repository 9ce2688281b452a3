#pragma once
// Claims: what one turn says is so, in the order of JSON pointers: its observations, then tool by tool its failure, its
// memory writes of type fact and its observations, then the user's sentences. The assistant's text gives none:
// what an agent says back must not become evidence for itself. Threads: any; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/model/state_export.h"
#include "stages/common/language/statements.h"
#include "stages/semantic/settings.h"

namespace turnstream::semantic {

struct Claim {
  language::Statement statement;    ///< without relation where the text matches no pattern
  std::string text;                 ///< such a text; cut
  std::optional<std::string> slot;  ///< that the statement fills (relations.h)
  std::int64_t confidence = 0;
  std::string pointer;  ///< of the turn's part that says so
};

/// Ephemeral observations, and those without any confidence, make no claim; of many values for one slot the last eight
/// do.
[[nodiscard]] std::vector<Claim> claims_of(const model::StateExport& turn, const SemanticSettings& settings);

}  // namespace turnstream::semantic
