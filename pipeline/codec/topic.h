#pragma once
// Topics as JSON, in the field order of docs/topics.md. Threads: any; pure.

#include <string>

#include "pipeline/model/topic.h"

namespace turnstream::codec {

void append_topic(std::string& out, const model::Topic& topic);

/// A patch with the facts alone: the only member of a topic that changes.
[[nodiscard]] std::string topic_facts_patch(const model::Topic& topic);

}  // namespace turnstream::codec
