#pragma once
// What both jobs need of the log: fresh topics under a name of their own, and the turns in them as intake writes them.
// Threads: one.

#include <functional>
#include <string>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"

namespace turnstream::bench {

inline constexpr log::milliseconds kTimeout{30'000};

/// A namespace nobody used before.
model::TopicNames fresh_names(const std::string& prefix);
Status create_topics(log::Client& client, const model::TopicNames& names, const runtime::PipelineShape& shape,
                     std::int32_t partitions);

/// Writes log records; pace(i) is called before turn i.
Status write_turns(log::Client& client, const std::string& log_topic, int turns, int personas, std::int32_t partitions,
                   const std::function<void(int)>& pace);

}  // namespace turnstream::bench
