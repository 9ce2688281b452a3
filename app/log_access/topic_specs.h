#pragma once
// The topics of a namespace and their settings. Threads: any.

#include <string>
#include <vector>

#include "app/stage_catalog.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// The public event topics, as TopicNames::events() expects them; every namespace has all of them.
inline constexpr std::string_view kEventTopics[] = {"consolidation", "insights", "maintenance"};

log::TopicSpec turns_spec(const std::string& name, const settings::TopicsSettings& settings);
log::TopicSpec commands_spec(const settings::TopicsSettings& settings);

/// When a segment of a changelog must end, so that its records leave the disk within topics.purge_ms.
std::int64_t changelog_segment_ms(const settings::TopicsSettings& settings);

/// All topics of the namespace with these stages, and the turns topics.
std::vector<log::TopicSpec> topic_specs(const settings::Settings& settings, const std::vector<std::string>& stages);

/// Creates the missing topics. Errors: those of the log, and those of check_partitions(), which runs before and after.
Status ensure_topics(log::Admin& admin, const std::vector<log::TopicSpec>& specs, const settings::Settings& settings);

/// The partition count of a topic, 0 if there is no such topic.
Result<std::int32_t> partition_count(log::Admin& admin, const std::string& topic, log::milliseconds timeout);

/// Creates the topic unless it exists; returns its partition count. Errors: those of the log, and unknown_topic if the
/// log does not list the new topic.
Result<std::int32_t> create_topic(log::Admin& admin, const log::TopicSpec& spec, log::milliseconds timeout);

}  // namespace turnstream::app
