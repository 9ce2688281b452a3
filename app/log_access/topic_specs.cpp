#include "app/log_access/topic_specs.h"

#include <algorithm>

#include "app/errors.h"
#include "app/log_access/scan.h"

namespace turnstream::app {
namespace {

using log::Cleanup;
using log::TopicSpec;

std::int32_t partitions_asked_for(const settings::TopicsSettings& settings) {
  return static_cast<std::int32_t>(settings.partitions);
}

/// Kept as long as the log: the log, completions, public events, dead letters.
TopicSpec kept_spec(const std::string& name, const settings::TopicsSettings& settings, std::int64_t bytes_max) {
  return {.name = name,
          .partitions = partitions_asked_for(settings),
          .cleanup = Cleanup::kDelete,
          .retention_ms = settings.retention_ms,
          .delete_retention_ms = -1,
          .max_message_bytes = bytes_max};
}

/// Its effect is in the log: commands, effects.
TopicSpec passing_spec(const std::string& name, const settings::TopicsSettings& settings, std::int32_t partitions) {
  return {.name = name,
          .partitions = partitions,
          .cleanup = Cleanup::kDelete,
          .retention_ms = settings.commands_retention_ms,
          .delete_retention_ms = -1,
          .max_message_bytes = settings.record_bytes_max};
}

TopicSpec changelog_spec(const std::string& name, const settings::TopicsSettings& settings) {
  return {.name = name,
          .partitions = partitions_asked_for(settings),
          .cleanup = Cleanup::kCompact,
          .retention_ms = -1,
          .delete_retention_ms = settings.delete_retention_ms,
          .max_message_bytes = settings.record_bytes_max};
}

/// Whether a topic has ever held a record.
Result<bool> holds_records(log::Admin& admin, const std::vector<log::TopicInfo>& topics, const std::string& name,
                           log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks,
                      admin.watermarks_of(partitions_of(topics, {name}), timeout));
  return std::any_of(marks.begin(), marks.end(), [](const log::Watermarks& mark) { return mark.high.value() > 0; });
}

}  // namespace

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
  TS_RETURN_IF_ERROR(admin.create_topics(specs, timeout));
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(timeout));
  const auto& turns = settings.intake.turns_topics;
  for (const TopicSpec& spec : specs) {
    const auto topic = std::find_if(topics.begin(), topics.end(),
                                    [&](const log::TopicInfo& candidate) { return candidate.name == spec.name; });
    const bool is_turns = std::find(turns.begin(), turns.end(), spec.name) != turns.end();
    if (topic != topics.end() && topic->partitions != spec.partitions && !is_turns) {
      return error_of("settings", "topic " + spec.name + " has " + std::to_string(topic->partitions) +
                                      " partitions, but " + std::to_string(spec.partitions) +
                                      " are asked for: the count is fixed for a namespace. Set topics.partitions=" +
                                      std::to_string(topic->partitions) + ", or use another --namespace.");
    }
  }
  return {};
}

Status check_undeleted(log::Admin& admin, const std::vector<TopicSpec>& specs, const model::TopicNames& names,
                       const std::vector<std::string>& stages, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(timeout));
  const auto is_missing = [&](const std::string& name) {
    const auto wanted = [&](const TopicSpec& spec) { return spec.name == name; };
    const auto known = [&](const log::TopicInfo& topic) { return topic.name == name; };
    return std::any_of(specs.begin(), specs.end(), wanted) && std::none_of(topics.begin(), topics.end(), known);
  };
  const auto check = [&](const std::string& name, const std::string& witness) -> Status {
    if (!is_missing(name) || is_missing(witness)) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const bool holds, holds_records(admin, topics, witness, timeout));
    if (!holds) {
      return {};
    }
    return error_of("settings", "topic " + name + " is missing, though " + witness +
                                    " holds records that belong to it: it was deleted. Put it back from a copy, or go "
                                    "on in another --namespace (with --log-of " +
                                    names.name_space() + " while the log is there)");
  };
  for (const std::string& stage : stages) {
    TS_RETURN_IF_ERROR(check(names.log(), names.completions(stage)));
    TS_RETURN_IF_ERROR(check(names.changelog(stage), names.completions(stage)));
    TS_RETURN_IF_ERROR(check(names.completions(stage), names.changelog(stage)));
  }
  return {};
}

Status check_retention(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                       log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::string kept, admin.topic_setting(names.log(), "retention.ms", timeout));
  for (const std::string& stage : stages) {
    const std::string topic = names.completions(stage);
    TS_ASSIGN_OR_RETURN(const std::string kept_there, admin.topic_setting(topic, "retention.ms", timeout));
    if (kept_there != kept) {
      return error_of("settings", "topic " + topic + " is kept for " + kept_there + " ms, but " + names.log() +
                                      " for " + kept + ": give both the same retention.ms");
    }
  }
  return {};
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

}  // namespace turnstream::app
