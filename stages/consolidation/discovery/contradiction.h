#pragma once
// Contradiction: two facts of which semantic knows that one took the place of the other. It waits for the next pass in the row
// `~dp/<time, 8 bytes big-endian><hash of the two ids, 8 bytes>`. Threads: values; pure.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kContradictionPrefix = "~dp/";

struct Contradiction {
  std::string old_id;
  std::string old_text;
  std::string new_id;
  std::string new_text;
  EventTime until;  ///< when the old fact ceased to hold
  friend bool operator==(const Contradiction&, const Contradiction&) = default;
};

[[nodiscard]] evidence::RowKey key_of(const Contradiction& pair, LogTime now);
[[nodiscard]] std::string encode(const Contradiction& pair);
/// Errors: bad_state().
Result<Contradiction> decode_contradiction(std::string_view row);

/// "Until 1 January 2026: api port is 8080. Since then: api port is 9090."
[[nodiscard]] std::string sentence_of(const Contradiction& pair);

/// The facts that semantic superseded in this record, each with the fact in its place if the record changes that one, too.
/// Errors: those of each_change(), and of facts that cannot be read.
Result<std::vector<Contradiction>> contradictions_in(const stage_api::Input& input);

/// The ids of the facts that semantic removed in this record. Errors: those of each_change().
Result<std::set<std::string>> facts_gone_in(const stage_api::Input& input);

}  // namespace turnstream::consolidation
