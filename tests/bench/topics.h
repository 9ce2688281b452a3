#pragma once
// Creates the topics of both jobs under a new namespace, and writes turns to them as intake does.
// Threads: one.

#include <functional>
#include <string>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"

namespace turnstream::bench {

inline constexpr log::milliseconds kTimeout{30'000};

/// The topic names of a new namespace, whose name begins with `prefix`.
model::TopicNames fresh_names(const std::string& prefix);
Status create_topics(log::Client& client, const model::TopicNames& names, const runtime::PipelineShape& shape,
                     std::int32_t partitions);

/// Writes log records; pace(i) is called before turn i.
Status write_turns(log::Client& client, const std::string& log_topic, int turns, int personas, std::int32_t partitions,
                   const std::function<void(int)>& pace);

}  // namespace turnstream::bench
