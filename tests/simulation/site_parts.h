#pragma once
// The parts that simulated processes need before they start: their stages and the topics of a namespace. Threads: one.

#include <memory>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/stage_api/setting_row.h"

namespace turnstream::simulation {

enum class StageKind {
  kOwn,       ///< the product's stages
  kReference  ///< the six stages of tests/testpipeline
};

std::vector<std::unique_ptr<stage_api::Stage>> make_stages(StageKind kind);

/// The settings of the product's stages.
std::vector<stage_api::SettingRow> memory_rows();

enum class Inputs { kOwn, kOfAnother };  ///< whether the namespace has its own inputs and log

/// Creates the output topics of the namespace and, for Inputs::kOwn, its input topics and log. Returns false if it
/// fails.
bool create_topics(log::Client& client, const runtime::PipelineShape& shape, const model::TopicNames& names,
                   std::int32_t partitions, Inputs inputs);

}  // namespace turnstream::simulation
