#pragma once
// The arguments of the commands that stages process. codec/command_args.h reads them. Threads: values.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/name_table.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::model {

/// A forget, unforget or access command names at most so many ids; intake refuses more.
inline constexpr std::size_t kCommandIdsMax = 1000;

/// What to forget: the memories and turns to which `ids`, `session_id` or `all` applies. Also the args of `unforget`.
struct ForgetArgs {
  std::vector<std::string> ids;  ///< of items, episodes, derived memories, or turns; UUIDs in small letters
  std::optional<std::string> session_id;
  bool all = false;
  bool block = false;  ///< together with `all`: process no turn of this persona until `unforget` with `all`
};

/// For each recalled item its id and the number of recalls.
struct AccessArgs {
  std::vector<std::pair<std::string, std::int64_t>> counts;
};

enum class SweepPass { kConsolidate, kTopics, kFlush, kMeta, kDiscover, kCurate, kVerify };
inline constexpr auto kSweepPasses = std::to_array<std::pair<SweepPass, std::string_view>>({
    {SweepPass::kConsolidate, "consolidate"},
    {SweepPass::kTopics, "topics"},
    {SweepPass::kFlush, "flush"},
    {SweepPass::kMeta, "meta"},
    {SweepPass::kDiscover, "discover"},
    {SweepPass::kCurate, "curate"},
    {SweepPass::kVerify, "verify"},
});

/// Which passes to make now. Consolidation makes all of them but kVerify, which is lifecycle's.
struct SweepArgs {
  std::vector<SweepPass> passes{SweepPass::kConsolidate, SweepPass::kTopics, SweepPass::kVerify};
  std::optional<LogTime> since;  ///< only memories recorded from then on

  [[nodiscard]] bool has(SweepPass pass) const { return std::find(passes.begin(), passes.end(), pass) != passes.end(); }
};

/// Which insights the persona `target` may see: those with any of the tags and any of the domains; an empty list allows
/// all. Also the args of `revoke`, which uses the target alone.
struct GrantArgs {
  std::string target;
  std::vector<std::string> tags;
  std::vector<std::string> domains;
};

}  // namespace turnstream::model
