#pragma once
// KeptGrant: a grant as a row, `~g/<key of the target>`, and what it covers. Threads: values; pure.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/command_args.h"
#include "pipeline/model/grant.h"
#include "pipeline/model/insight.h"
#include "stages/consolidation/insights/insight_labels.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kGrantPrefix = "~g/";

struct KeptGrant {
  model::Grant grant;
  std::uint32_t generation = 0;  ///< higher than that of each grant before; ShareRows says what for
  std::set<std::string> tags;    ///< comparable_tags() of the grant: computed once for all insights of a record
};

[[nodiscard]] std::set<std::string> comparable_tags(const model::Grant& grant);

/// The target in keys of rows: the beginning of its SHA-256, because a program that chooses the names of personas could make
/// shorter hashes collide.
[[nodiscard]] Uuid target_key(std::string_view target);

[[nodiscard]] std::string encode(const KeptGrant& kept);
/// `persona`: whose grant it is. Errors: bad_state().
Result<KeptGrant> decode_grant(std::string_view row, std::string_view persona);

/// The grant that a command asks for. Errors: code "bad_command", reaction kDeadLetter, if the target is the persona itself,
/// a domain is unknown, or a list is too long.
Result<model::Grant> grant_from(const model::GrantArgs& args, std::string_view persona, LogTime now);

/// Whether the grant shares the insight: of type extracted or meta, with any of the tags and any of the domains.
[[nodiscard]] bool covers(const KeptGrant& kept, const model::Insight& insight);
/// Accepts what the grant covers, and few insights more.
[[nodiscard]] LabelFilter filter_of(const KeptGrant& kept);

}  // namespace turnstream::consolidation
