#pragma once
// What simulated processes need before they start: their stages and the topics of a namespace. Threads: one.

#include <memory>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"

namespace turnstream::simulation {

enum class StageKind {
  kOwn,       ///< the product's
  kReference  ///< the six of tests/testpipeline
};

std::vector<std::unique_ptr<stage_api::Stage>> make_stages(StageKind kind);

enum class Inputs { kOwn, kOfAnother };

/// Creates the outputs of the namespace, with its inputs and its log unless those are another's; false if it fails.
bool create_topics(log::Client& client, const runtime::PipelineShape& shape, const model::TopicNames& names,
                   std::int32_t partitions, Inputs inputs);

}  // namespace turnstream::simulation
