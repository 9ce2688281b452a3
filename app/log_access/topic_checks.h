#pragma once
// Checks whether the existing topics fit the namespace, and says what to do if they do not. Threads: any.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// Checks, for commands that read, that all of `needed` exist. Errors: code "unknown_topic" names the first missing
/// topic and says what to do; those of the log.
Status require_topics(log::Admin& admin, const std::vector<std::string>& needed, const std::string& name_space,
                      log::milliseconds timeout);

/// Errors: code "settings" if a topic of `specs` exists with another partition count (the turns topics may have any).
Status check_partitions(const std::vector<log::TopicInfo>& topics, const std::vector<log::TopicSpec>& specs,
                        const settings::Settings& settings);

/// One sentence for each deleted topic: a missing topic (the log, or a topic of a stage) to which records in another
/// topic of the namespace belong. Only topics in `specs` are checked. Errors: those of the log.
Result<std::vector<std::string>> deleted_topics(log::Admin& admin, const std::vector<log::TopicSpec>& specs,
                                                const model::TopicNames& names, const std::vector<std::string>& stages,
                                                log::milliseconds timeout);

/// The namespace whose log this namespace has read, as with `run --log-of`; absent if it has a log of its own or has read
/// none. Errors: those of the log.
Result<std::optional<std::string>> find_log_of(log::Admin& admin, const model::TopicNames& names,
                                               const std::vector<std::string>& stages, log::milliseconds timeout);

/// The topics of a namespace that reads the log of another: without the log, the commands and the turns topics.
std::vector<log::TopicSpec> without_input(std::vector<log::TopicSpec> specs, const settings::Settings& settings);

/// Error "settings" if deleted_topics() finds one: a new, empty topic must not replace it. Other errors: of the log.
Status check_undeleted(log::Admin& admin, const std::vector<log::TopicSpec>& specs, const model::TopicNames& names,
                       const std::vector<std::string>& stages, log::milliseconds timeout);

/// Error "settings" unless cleanup.policy is `delete` for the changelogs and the completions, and nothing but the pipeline
/// deletes records of the changelogs, and those of earlier versions keep deletes for at least `delete_retention_ms`, by which
/// restores go. Other errors: those of the log.
Status check_stage_topics(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                          std::int64_t delete_retention_ms, log::milliseconds timeout);

/// Error "settings" unless the log has cleanup.policy `delete` and the same retention.ms as the completions: a log
/// record whose completions are deleted could not pass the gate. Other errors: those of the log.
Status check_log_topics(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                        log::milliseconds timeout);

}  // namespace turnstream::app
