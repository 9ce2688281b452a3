#pragma once
// ReferenceStage: a stage with the shape of a real one and no domain: it reads the turn, does four gets and six puts of
// 300 bytes on slots of the persona's state, digests its upstreams' completions, and answers with a change of about 1
// KB. Six of them in three phases form the test pipeline: they show the gate, exactly-once and replay, and are the job
// by which runtimes are compared. Every output depends on the state, the turn and the upstreams: one lost, doubled or
// reordered record changes every digest after it.
// Threads: immutable.

#include <memory>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::testpipeline {

struct ReferenceOptions {
  bool timers = true;  ///< arm a timer now and then, whose firing changes state; and write public events
};

/// The six, in phase order, with the names and dependencies of the real pipeline.
std::vector<std::unique_ptr<stage_api::Stage>> make_reference_stages(const ReferenceOptions& options);

/// One of them by its place in that order.
std::unique_ptr<stage_api::Stage> make_reference_stage(std::size_t index, const ReferenceOptions& options);
inline constexpr std::size_t kReferenceStages = 6;

}  // namespace turnstream::testpipeline
