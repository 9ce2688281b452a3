#pragma once
// StageGroup: the stages that share one consumer group: all stages ("fused"), or one stage ("phased").
// Threads: values. Lifetime: borrows the stages.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"

namespace turnstream::runtime {

struct StageGroup {
  std::string name;
  std::vector<const stage_api::Stage*> stages;  ///< in phase order
};

/// The groups for `stages` (names, or "all") in the grouping "fused" or "phased"; none if `stages` names no stage.
/// Errors: "bad_setting" (kStopProcess): a fused group of some stages only.
Result<std::vector<StageGroup>> make_groups(const PipelineShape& shape, const std::vector<std::string>& stages,
                                            const std::string& grouping);

/// The topics that a group subscribes to: first the log, then the completions of upstream stages outside the group.
std::vector<std::string> input_topics(const StageGroup& group, const model::TopicNames& names,
                                      const std::string& log_topic);

}  // namespace turnstream::runtime
