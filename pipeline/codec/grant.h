#pragma once
// Grants as JSON, in the field order of schemas/examples/grant.json, and the arguments of the commands share and unshare,
// with which consolidation carries insights to another persona and takes them back. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/grant.h"
#include "pipeline/model/insight.h"

namespace turnstream::codec {

/// The id of a grant is its target.
void append_grant(std::string& out, const model::Grant& grant);

/// `insight`: as its owner shows it.
[[nodiscard]] std::string share_args(const model::Insight& insight, const model::Grant& grant);
/// `ids`: of the owner's insights.
[[nodiscard]] std::string unshare_args(std::span<const std::string> ids, std::string_view source_persona);

struct ShareArgs {
  model::Insight insight;
  std::string source_persona;
};
/// Reads the arguments from the command's bytes. Errors: code "bad_command", reaction kDeadLetter.
Result<ShareArgs> parse_share_args(std::string_view command);

struct UnshareArgs {
  std::vector<std::string> ids;
  std::string source_persona;
};
/// Errors: as parse_share_args().
Result<UnshareArgs> parse_unshare_args(std::string_view command);

}  // namespace turnstream::codec
