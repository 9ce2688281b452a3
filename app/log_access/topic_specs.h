#pragma once
// Which topics a namespace has, and how each is made. Threads: any.

#include <string>
#include <vector>

#include "app/stage_catalog.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// The public topics of events, whatever stages there are.
inline constexpr std::string_view kEventTopics[] = {"consolidation", "insights", "maintenance"};

log::TopicSpec turns_spec(const std::string& name, const settings::TopicsSettings& settings);
log::TopicSpec commands_spec(const settings::TopicsSettings& settings);

/// All topics of the namespace, the turns topics included.
std::vector<log::TopicSpec> topic_specs(const settings::Settings& settings, const std::vector<std::string>& stages);

/// Creates what is missing. Errors: those of the log; code "settings" where a topic of the namespace exists with
/// another partition count (the turns topics may have any).
Status ensure_topics(log::Admin& admin, const std::vector<log::TopicSpec>& specs, const settings::Settings& settings);

/// Nothing may be made anew in place of a topic that was deleted: refuses when the log, or one of a stage's two topics,
/// is missing while others of the namespace hold records that belong to it. Errors: those of the log; code "settings".
Status check_undeleted(log::Admin& admin, const std::vector<log::TopicSpec>& specs, const model::TopicNames& names,
                       const std::vector<std::string>& stages, log::milliseconds timeout);

/// A log record whose completions are gone could not pass the gate: both must be kept equally long. Errors: code
/// "settings".
Status check_retention(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                       log::milliseconds timeout);

/// The partition count of a topic, 0 if there is no such topic.
Result<std::int32_t> partition_count(log::Admin& admin, const std::string& topic, log::milliseconds timeout);

}  // namespace turnstream::app
