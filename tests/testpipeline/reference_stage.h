#pragma once
// ReferenceStage: a stage that does as much work as a real one but has no domain. For each turn it makes four gets and
// six puts of 300 bytes in the persona's state, hashes the completions of its upstream stages, and returns a
// change of about 1 KB. The test pipeline has six of them in three phases. Tests use it to check the gate, exactly-once
// and replay; benchmarks use it to compare runtimes. Every output depends on the state, the turn and the upstream
// completions, so a lost, repeated or reordered record changes every later digest.
// Threads: any; immutable.

#include <memory>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::testpipeline {

struct ReferenceOptions {
  bool timers = true;  ///< sometimes sets a timer, which changes state when it fires, and writes public events
  bool dense = false;  ///< values are as hard to compress as real ones: half of their bytes carry information
};

/// The six reference stages in phase order, with the names and dependencies of the real stages.
std::vector<std::unique_ptr<stage_api::Stage>> make_reference_stages(const ReferenceOptions& options);

/// The reference stage with this index in phase order.
std::unique_ptr<stage_api::Stage> make_reference_stage(std::size_t index, const ReferenceOptions& options);
inline constexpr std::size_t kReferenceStages = 6;

}  // namespace turnstream::testpipeline
