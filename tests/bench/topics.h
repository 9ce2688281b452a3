#pragma once
// Creates the topics of both jobs under a new namespace, writes turns to them as intake does, and deletes them.
// Threads: one.

#include <functional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"

namespace turnstream::bench {

inline constexpr log::milliseconds kTimeout{30'000};

/// Turns of made_turn.h, by their numbers.
struct TurnRange {
  int first = 0;
  int count = 0;
  int personas = 1'000;
};

/// Called before a turn is sent, with its place in the range, from 0.
using Pace = std::function<void(int)>;

/// The topic names of a new namespace, whose name begins with `prefix`.
model::TopicNames fresh_names(const std::string& prefix);
Status create_topics(log::Client& client, const model::TopicNames& names, const runtime::PipelineShape& shape,
                     std::int32_t partitions);
/// The topics of the namespace, and its turns topic `<namespace>-turns`, with their numbers of partitions.
Result<std::vector<log::TopicInfo>> topics_of(log::Client& client, const std::string& name_space);
Status delete_topics_of(log::Client& client, const std::string& name_space);

/// Writes log records.
Status write_turns(log::Client& client, const std::string& log_topic, const TurnRange& turns, std::int32_t partitions,
                   const Pace& pace);

}  // namespace turnstream::bench
