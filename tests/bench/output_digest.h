#pragma once
// OutputDigest: hashes all that the product's stages make of generated turns and of LoCoMo's conversations, and counts what
// they do with their state. Two programs that print the same hashes make the same of these turns. Threads: the caller's.

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/stage_host.h"

namespace turnstream::bench {

struct StageDigest {
  std::string stage;
  StageHost::Tally tally;
  std::uint64_t state_hash = 0;
};

/// `turns` generated turns of so many personas, 10 minutes apart on average. Returns one element a stage, in phase order.
[[nodiscard]] std::vector<StageDigest> digest_generated(std::int64_t personas, std::int64_t turns);
/// The turns of LoCoMo's conversations in the file; also returns their number.
[[nodiscard]] std::vector<StageDigest> digest_locomo(const std::string& path, std::int64_t& turns);

}  // namespace turnstream::bench
