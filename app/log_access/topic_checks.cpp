#include "app/log_access/topic_checks.h"

#include <algorithm>
#include <map>

#include "app/errors.h"
#include "pipeline/base/number_text.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {
namespace {

using log::TopicInfo;
using log::TopicSpec;

const TopicInfo* find(const std::vector<TopicInfo>& topics, const std::string& name) {
  const auto topic = std::find_if(topics.begin(), topics.end(), [&](const TopicInfo& one) { return one.name == name; });
  return topic == topics.end() ? nullptr : &*topic;
}

/// Whether a record, committed or not, was ever written to the topic.
Result<bool> holds_records(log::Admin& admin, const std::vector<TopicInfo>& topics, const std::string& name,
                           log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks,
                      admin.watermarks_of(log::partitions_of(topics, {name}), timeout));
  return std::any_of(marks.begin(), marks.end(), [](const log::Watermarks& mark) { return mark.high.value() > 0; });
}

/// The topics by partition count: `8: a, b`.
std::string text_of(const std::map<std::int32_t, std::string>& names_by_count) {
  std::string text;
  for (const auto& [count, names] : names_by_count) {
    text.append(text.empty() ? "" : "; ").append(std::to_string(count)).append(": ").append(names);
  }
  return text;
}

Error wrong_count(const TopicInfo& topic, std::int32_t wanted, const std::string& advice) {
  return error_of(error_codes::kSettings, "topic " + topic.name + " has " + std::to_string(topic.partitions) +
                                              " partitions, but " + std::to_string(wanted) +
                                              " are expected: the count of a namespace is fixed. " + advice);
}

/// Collects a sentence for each deleted topic: it is missing, but another topic, its witness, has had records that
/// belong to it.
class DeletionCheck {
 public:
  DeletionCheck(log::Admin& admin, const std::vector<TopicSpec>& specs, std::vector<TopicInfo> topics,
                const std::string& name_space, log::milliseconds timeout)
      : admin_(admin), specs_(specs), topics_(std::move(topics)), name_space_(name_space), timeout_(timeout) {}

  Status run(const std::string& name, const std::string& witness) {
    if (!is_missing(name) || find(topics_, witness) == nullptr) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const bool holds, holds_records(admin_, topics_, witness, timeout_));
    if (holds && named_.insert_or_assign(name, witness).second) {
      sentences_.push_back(
          "topic " + name + " is missing, though " + witness +
          " has records that belong to it: it was deleted. Restore it from a copy, or continue in "
          "another --namespace (with --log-of " +
          name_space_ +
          " while the log exists). A topic that the broker's ACLs do not let this user describe looks the same");
    }
    return {};
  }

  [[nodiscard]] bool exists(const std::string& name) const { return find(topics_, name) != nullptr; }

  std::vector<std::string> sentences() && { return std::move(sentences_); }

 private:
  [[nodiscard]] bool is_missing(const std::string& name) const {
    const auto wanted = [&](const TopicSpec& spec) { return spec.name == name; };
    return std::any_of(specs_.begin(), specs_.end(), wanted) && find(topics_, name) == nullptr;
  }

  log::Admin& admin_;
  const std::vector<TopicSpec>& specs_;
  std::vector<TopicInfo> topics_;
  const std::string& name_space_;
  log::milliseconds timeout_;
  std::map<std::string, std::string> named_;
  std::vector<std::string> sentences_;
};

/// The log may not have the setting, as the embedded log has not all of Kafka's.
Status check_setting(log::Admin& admin, const std::string& topic, const std::string& name, const std::string& wanted,
                     log::milliseconds timeout) {
  const Result<std::string> value = admin.topic_setting(topic, name, timeout);
  if (!value.ok()) {
    return value.error().code == error_codes::kUnknownSetting ? Status() : Status(value.error());
  }
  return *value == wanted ? Status()
                          : error_of(error_codes::kSettings,
                                     "topic " + topic + " has " + name + "=" + *value +
                                         ", which would delete records that are still needed: set it to " + wanted);
}

Status check_delete_retention(log::Admin& admin, const std::string& changelog, std::int64_t wanted_ms,
                              log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::string retention, admin.topic_setting(changelog, "delete.retention.ms", timeout));
  const auto retention_ms = read_number(retention);
  if (retention_ms && *retention_ms >= wanted_ms) {
    return {};
  }
  const std::string wanted = std::to_string(wanted_ms);
  return error_of(error_codes::kSettings, "topic " + changelog + " has delete.retention.ms=" + retention +
                                              ", less than topics.delete_retention_ms=" + wanted +
                                              ": a restore that trusts the setting could miss deletes. Set it to " +
                                              wanted + " for the topic, or the setting to " + retention);
}

/// Kafka refuses each batch that is larger than a segment, as often as it is sent. The embedded log has no segments.
Status check_segments(log::Admin& admin, const std::string& topic, log::milliseconds timeout) {
  const Result<std::string> segment = admin.topic_setting(topic, "segment.bytes", timeout);
  if (!segment.ok()) {
    return segment.error().code == error_codes::kUnknownSetting ? Status() : Status(segment.error());
  }
  TS_ASSIGN_OR_RETURN(const std::string message, admin.topic_setting(topic, "max.message.bytes", timeout));
  const auto segment_bytes = read_number(*segment);
  const auto message_bytes = read_number(message);
  if (!segment_bytes || !message_bytes || *segment_bytes >= *message_bytes) {
    return {};
  }
  return error_of(error_codes::kSettings,
                  "topic " + topic + " has segment.bytes=" + *segment + ", but max.message.bytes=" + message +
                      ": Kafka would refuse a batch of records that is larger than a segment. Set segment.bytes to at "
                      "least " +
                      message);
}

}  // namespace

Status require_topics(log::Admin& admin, const std::vector<std::string>& needed, const std::string& name_space,
                      log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> topics, admin.topics(timeout));
  for (const std::string& name : needed) {
    if (find(topics, name) == nullptr) {
      return error_of(error_codes::kUnknownTopic,
                      "there is no topic " + name + " in " + admin.description() +
                          ": the first `turnstream run` in its namespace creates it. Check --namespace (now " +
                          name_space +
                          ") and the place of the log (--state or --bootstrap); "
                          "`turnstream topics list --all` shows all topics.");
    }
  }
  return {};
}

Status check_partitions(const std::vector<TopicInfo>& topics, const std::vector<TopicSpec>& specs,
                        const settings::Settings& settings) {
  const auto& turns = settings.intake.turns_topics;
  std::map<std::int32_t, std::string> names_by_count;
  const TopicInfo* first_wrong = nullptr;
  for (const TopicSpec& spec : specs) {
    const TopicInfo* topic = find(topics, spec.name);
    if (topic == nullptr || std::find(turns.begin(), turns.end(), spec.name) != turns.end()) {
      continue;
    }
    if (spec.partitions == settings.topics.partitions) {
      std::string& names = names_by_count[topic->partitions];
      names.append(names.empty() ? "" : ", ").append(topic->name);
      first_wrong = first_wrong == nullptr && topic->partitions != spec.partitions ? topic : first_wrong;
    } else if (topic->partitions != spec.partitions) {
      return wrong_count(*topic, spec.partitions, "Delete it if nothing in it is needed, or use another --namespace.");
    }
  }
  if (names_by_count.size() > 1) {
    return error_of(
        error_codes::kSettings,
        "the topics of namespace " + settings.topics.name_space +
            " have different partition counts, so no topics.partitions fits them all: " + text_of(names_by_count) +
            ". Delete those that are wrong if nothing in them is needed, or use another --namespace.");
  }
  if (first_wrong != nullptr) {
    return wrong_count(
        *first_wrong, static_cast<std::int32_t>(settings.topics.partitions),
        "Set topics.partitions=" + std::to_string(first_wrong->partitions) + ", or use another --namespace.");
  }
  return {};
}

Result<std::vector<std::string>> deleted_topics(log::Admin& admin, const std::vector<TopicSpec>& specs,
                                                const model::TopicNames& names, const std::vector<std::string>& stages,
                                                log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(std::vector<TopicInfo> topics, admin.topics(timeout));
  DeletionCheck check(admin, specs, std::move(topics), names.name_space(), timeout);
  for (const std::string& stage : stages) {
    TS_RETURN_IF_ERROR(check.run(names.log(), names.completions(stage)));
    // After an earlier version the completions may have records and the changelog may be missing.
    if (!check.exists(names.old_changelog(stage))) {
      TS_RETURN_IF_ERROR(check.run(names.changelog(stage), names.completions(stage)));
    }
    TS_RETURN_IF_ERROR(check.run(names.completions(stage), names.changelog(stage)));
  }
  return std::move(check).sentences();
}

Result<std::optional<std::string>> find_log_of(log::Admin& admin, const model::TopicNames& names,
                                               const std::vector<std::string>& stages, log::milliseconds timeout) {
  constexpr std::string_view kEnd = ".log";
  TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> topics, admin.topics(timeout));
  if (find(topics, names.log()) != nullptr) {
    return std::optional<std::string>();
  }
  std::vector<std::string> groups{names.group("fused")};
  for (const std::string& stage : stages) {
    groups.push_back(names.group(stage));
  }
  std::vector<std::string> logs;
  for (const TopicInfo& topic : topics) {
    if (topic.name.ends_with(kEnd)) {
      logs.push_back(topic.name);
    }
  }
  const std::vector<log::TopicPartition> where = log::partitions_of(topics, logs);
  for (const std::string& group : groups) {
    TS_ASSIGN_OR_RETURN(const std::vector<log::Committed> committed, admin.committed(group, where, timeout));
    for (std::size_t i = 0; i < committed.size(); ++i) {
      if (committed[i].next) {
        return std::optional(where[i].topic.substr(0, where[i].topic.size() - kEnd.size()));
      }
    }
  }
  return std::optional<std::string>();
}

std::vector<TopicSpec> without_input(std::vector<TopicSpec> specs, const settings::Settings& settings) {
  const model::TopicNames names(settings.topics.name_space);
  const auto& turns = settings.intake.turns_topics;
  std::erase_if(specs, [&](const TopicSpec& spec) {
    return spec.name == names.log() || spec.name == names.commands() ||
           std::find(turns.begin(), turns.end(), spec.name) != turns.end();
  });
  return specs;
}

Status check_undeleted(log::Admin& admin, const std::vector<TopicSpec>& specs, const model::TopicNames& names,
                       const std::vector<std::string>& stages, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> deleted, deleted_topics(admin, specs, names, stages, timeout));
  return deleted.empty() ? Status() : error_of(error_codes::kSettings, deleted.front());
}

Status check_stage_topics(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                          std::int64_t delete_retention_ms, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<TopicInfo> topics, admin.topics(timeout));
  for (const std::string& stage : stages) {
    if (const std::string old = names.old_changelog(stage); find(topics, old) != nullptr) {
      TS_RETURN_IF_ERROR(check_delete_retention(admin, old, delete_retention_ms, timeout));
    }
    TS_RETURN_IF_ERROR(check_setting(admin, names.changelog(stage), "cleanup.policy", "delete", timeout));
    TS_RETURN_IF_ERROR(check_setting(admin, names.completions(stage), "cleanup.policy", "delete", timeout));
    for (const std::string setting : {"retention.ms", "retention.bytes"}) {
      TS_RETURN_IF_ERROR(check_setting(admin, names.changelog(stage), setting, "-1", timeout));
    }
    TS_RETURN_IF_ERROR(check_segments(admin, names.changelog(stage), timeout));
    TS_RETURN_IF_ERROR(check_segments(admin, names.completions(stage), timeout));
  }
  return {};
}

Status check_log_topics(log::Admin& admin, const model::TopicNames& names, const std::vector<std::string>& stages,
                        log::milliseconds timeout) {
  TS_RETURN_IF_ERROR(check_setting(admin, names.log(), "cleanup.policy", "delete", timeout));
  TS_RETURN_IF_ERROR(check_segments(admin, names.log(), timeout));
  TS_ASSIGN_OR_RETURN(const std::string kept, admin.topic_setting(names.log(), "retention.ms", timeout));
  for (const std::string& stage : stages) {
    const std::string topic = names.completions(stage);
    TS_ASSIGN_OR_RETURN(const std::string kept_there, admin.topic_setting(topic, "retention.ms", timeout));
    if (kept_there != kept) {
      return error_of(error_codes::kSettings, "topic " + topic + " has retention.ms=" + kept_there + ", but " +
                                                  names.log() + " has " + kept + ": give both the same value");
    }
  }
  return {};
}

}  // namespace turnstream::app
