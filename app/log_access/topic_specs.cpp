#include "app/log_access/topic_specs.h"

#include <algorithm>
#include <span>

#include "app/errors.h"
#include "app/log_access/topic_checks.h"
#include "pipeline/store/changelog_walk.h"

namespace turnstream::app {
namespace {

using log::Cleanup;
using log::TopicSpec;

std::int32_t partitions_asked_for(const settings::TopicsSettings& settings) {
  return static_cast<std::int32_t>(settings.partitions);
}

/// Topics kept as long as the log: the log, turns, completions, public events, dead letters.
TopicSpec kept_spec(const std::string& name, const settings::TopicsSettings& settings, std::int64_t bytes_max) {
  return {.name = name,
          .partitions = partitions_asked_for(settings),
          .cleanup = Cleanup::kDelete,
          .retention_ms = settings.retention_ms,
          .delete_retention_ms = -1,
          .max_message_bytes = bytes_max};
}

/// Commands, shares, effect requests and effect results: kept for commands_retention_ms.
TopicSpec passing_spec(const std::string& name, const settings::TopicsSettings& settings, std::int32_t partitions) {
  return {.name = name,
          .partitions = partitions,
          .cleanup = Cleanup::kDelete,
          .retention_ms = settings.commands_retention_ms,
          .delete_retention_ms = -1,
          .max_message_bytes = settings.record_bytes_max};
}

/// The pipeline deletes what is not needed (store/changelog_walk.h). Its bytes leave the disk with the segment.
TopicSpec changelog_spec(const std::string& name, const settings::TopicsSettings& settings) {
  constexpr std::int64_t kSegmentBytes = 64 << 20;
  return {.name = name,
          .partitions = partitions_asked_for(settings),
          .cleanup = Cleanup::kDelete,
          .retention_ms = -1,
          .delete_retention_ms = -1,
          .max_message_bytes = settings.record_bytes_max,
          .segment_ms = changelog_segment_ms(settings),
          .segment_bytes = std::max(kSegmentBytes, settings.record_bytes_max),
          .is_bounded_by_writer = true};
}

}  // namespace

std::int64_t changelog_segment_ms(const settings::TopicsSettings& settings) {
  // As store/changelog_walk.cpp expects. Of the default it is 4 hours: some services do not accept less.
  constexpr std::int64_t kSegmentsInPurge = 6;
  return std::min(settings.purge_ms, store::kPurgeMsMax) / kSegmentsInPurge;
}

TopicSpec turns_spec(const std::string& name, const settings::TopicsSettings& settings) {
  return kept_spec(name, settings, settings.turn_bytes_max);
}

TopicSpec commands_spec(const settings::TopicsSettings& settings) {
  return passing_spec(model::TopicNames(settings.name_space).commands(), settings, partitions_asked_for(settings));
}

std::vector<TopicSpec> topic_specs(const settings::Settings& settings, const std::vector<std::string>& stages) {
  const settings::TopicsSettings& topics = settings.topics;
  const model::TopicNames names(topics.name_space);
  std::vector<TopicSpec> specs;
  for (const std::string& name : settings.intake.turns_topics) {
    specs.push_back(turns_spec(name, topics));
  }
  specs.push_back(commands_spec(topics));
  specs.push_back(passing_spec(names.shares(), topics, partitions_asked_for(topics)));
  specs.push_back(passing_spec(names.effect_requests(), topics, 1));
  specs.push_back(passing_spec(names.effect_results(), topics, partitions_asked_for(topics)));
  specs.push_back(kept_spec(names.log(), topics, topics.turn_bytes_max));
  for (const std::string& stage : stages) {
    specs.push_back(kept_spec(names.completions(stage), topics, topics.record_bytes_max));
    specs.push_back(changelog_spec(names.changelog(stage), topics));
  }
  for (const std::string_view events : kEventTopics) {
    specs.push_back(kept_spec(names.events(events), topics, topics.record_bytes_max));
  }
  specs.push_back(kept_spec(names.dead_letters(), topics, topics.record_bytes_max));
  return specs;
}

Status ensure_topics(log::Admin& admin, const std::vector<TopicSpec>& specs, const settings::Settings& settings) {
  const log::milliseconds timeout{settings.kafka.connect_timeout_ms};
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> before, admin.topics(timeout));
  TS_RETURN_IF_ERROR(check_partitions(before, specs, settings));
  TS_RETURN_IF_ERROR(admin.create_topics(specs, timeout));
  // Another process may have created some of the topics at the same time.
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> after, admin.topics(timeout));
  return check_partitions(after, specs, settings);
}

Result<std::int32_t> partition_count(log::Admin& admin, const std::string& topic, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(timeout));
  for (const log::TopicInfo& info : topics) {
    if (info.name == topic) {
      return info.partitions;
    }
  }
  return 0;
}

Result<std::int32_t> create_topic(log::Admin& admin, const TopicSpec& spec, log::milliseconds timeout) {
  // Who may only write to a topic that exists must not be refused for want of the right to create it.
  TS_ASSIGN_OR_RETURN(const std::int32_t before, partition_count(admin, spec.name, timeout));
  if (before > 0) {
    return before;
  }
  TS_RETURN_IF_ERROR(admin.create_topics(std::span(&spec, 1), timeout));
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, partition_count(admin, spec.name, timeout));
  if (partitions == 0) {
    return error_of(error_codes::kUnknownTopic, "topic " + spec.name + " was created but is not listed yet: try again");
  }
  return partitions;
}

}  // namespace turnstream::app
