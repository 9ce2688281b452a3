#pragma once
// Whether the topics that are there fit what a namespace needs, and what to do where they do not. Threads: any.

#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// For commands that read: all of `needed` must be there. Errors: code "unknown_topic", which names the first that is
/// not and says what to do; those of the log.
Status require_topics(log::Admin& admin, const std::vector<std::string>& needed, const std::string& name_space,
                      log::milliseconds timeout);

/// Errors: code "settings" where a topic of `specs` exists with another partition count (the turns topics may have
/// any).
Status check_partitions(const std::vector<log::TopicInfo>& topics, const std::vector<log::TopicSpec>& specs,
                        const settings::Settings& settings);

/// A sentence for the log and each of a stage's two topics that is missing while another topic of the namespace holds
/// records that belong to it. Topics that are not in `specs` are not looked for. Errors: those of the log.
Result<std::vector<std::string>> deleted_topics(log::Admin& admin, const std::vector<log::TopicSpec>& specs,
                                                const model::TopicNames& names, const std::vector<std::string>& stages,
                                                log::milliseconds timeout);

/// Nothing may be made anew in place of a topic that was deleted. Errors: those of the log; code "settings".
Status check_undeleted(log::Admin& admin, const std::vector<log::TopicSpec>& specs, const model::TopicNames& names,
                       const std::vector<std::string>& stages, log::milliseconds timeout);

/// A changelog that deletes what is old loses state that never changes; of the completions nothing may be removed by
/// key. Errors: code "settings".
Status check_stage_topics(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                          log::milliseconds timeout);

/// Nothing may be removed from the log by key, and a log record whose completions are gone could not pass the gate:
/// both must be kept equally long. Errors: code "settings".
Status check_log_topics(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                        log::milliseconds timeout);

}  // namespace turnstream::app
