#pragma once
// NextStage: a reference stage with the next logic version, which makes other memory of the same log: it also keeps a
// row that depends on all turns of the persona, and reports it. Threads: any; immutable.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::testpipeline {

/// The first reference stage, in its next version. All stages behind it receive other completions, too.
std::unique_ptr<stage_api::Stage> make_next_stage();

}  // namespace turnstream::testpipeline
