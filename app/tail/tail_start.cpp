#include "app/tail/tail_start.h"

#include <algorithm>

#include "app/errors.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/number_text.h"
#include "pipeline/json/iso8601.h"

namespace turnstream::app {
namespace {

/// Whether the pipeline writes all records of a persona in the topic into the partition of its name. Turns and commands
/// come from any client, with any partitioner, and a dead letter may have no key.
bool is_by_persona(const std::string& topic, const model::TopicNames& names) {
  const auto is_events = [&](std::string_view events) { return topic == names.events(events); };
  return topic == names.log() || topic == names.shares() || topic == names.effect_requests() ||
         topic.starts_with(names.completions("")) ||
         std::any_of(std::begin(kEventTopics), std::end(kEventTopics), is_events);
}

Result<std::optional<std::int64_t>> chosen_partition(const log::TopicInfo& topic, const model::TopicNames& names,
                                                     const TailChoice& choice) {
  if (choice.partition && *choice.partition >= topic.partitions) {
    return usage_error("topic " + topic.name + " has no partition " + std::to_string(*choice.partition) +
                       ": its partitions are 0 to " + std::to_string(topic.partitions - 1));
  }
  if (choice.persona.empty() || !is_by_persona(topic.name, names)) {
    return choice.partition;
  }
  const std::int64_t own = partition_of_key(choice.persona, topic.partitions).value();
  if (choice.partition && *choice.partition != own) {
    return usage_error("persona " + choice.persona + " is in partition " + std::to_string(own) + " of " + topic.name +
                       ", not in partition " + std::to_string(*choice.partition));
  }
  return std::optional(own);
}

bool is_of_tick(const log::Record& record) {
  const std::string_view kind = record.header("kind").value_or(std::string_view());
  return kind == "tick" || (kind == "completion" && !record.key);
}

}  // namespace

Status read_from(const std::string& text, TailChoice& choice) {
  const std::size_t at = text.find('@');
  const auto offset = read_number(std::string_view(text).substr(at == std::string::npos ? 0 : at + 1));
  const auto partition = at == std::string::npos ? std::nullopt : read_number<std::int32_t>(text.substr(0, at));
  if (offset && *offset >= 0 && (at == std::string::npos || (partition && *partition >= 0))) {
    choice.offset_min = offset;
    if (partition && choice.partition.value_or(*partition) != *partition) {
      return usage_error("--from " + text + " is in another partition than --partition " +
                         std::to_string(*choice.partition));
    }
    if (partition) {
      choice.partition = *partition;
    }
    return {};
  }
  if (const auto time = json::parse_iso8601(text)) {
    choice.time_min_ms = time->value();
    return {};
  }
  return usage_error("--from " + text +
                     ": it must be an offset such as 1042, partition@offset such as 3@1042, or a time such as "
                     "2026-01-01T10:00:00Z");
}

Result<std::vector<Stretch>> stretches_of(log::Admin& admin, const log::TopicInfo& topic,
                                          const model::TopicNames& names, const TailChoice& choice,
                                          log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const auto partition, chosen_partition(topic, names, choice));
  std::vector<log::TopicPartition> where;
  for (std::int32_t p = 0; p < topic.partitions; ++p) {
    if (partition.value_or(p) == p) {
      where.push_back({topic.name, Partition{p}});
    }
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(where, timeout));
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < where.size(); ++i) {
    const std::int64_t end = marks[i].last_stable.value();
    const std::int64_t from = std::max(marks[i].first.value(), choice.offset_min.value_or(0));
    stretches.push_back({where[i], NextOffset{std::min(from, end)}, NextOffset{end}});
  }
  return stretches;
}

Wanted wanted_by(const TailChoice& choice, HeadReader& heads) {
  return [&choice, &heads](const log::Record& record) {
    if (choice.offset_min && record.offset.value() < *choice.offset_min) {
      return false;
    }
    if (!choice.has_ticks && is_of_tick(record)) {
      return false;
    }
    if (!choice.persona.empty() && heads.persona(record) != choice.persona) {
      return false;
    }
    return !choice.time_min_ms || heads.time_ms(record) >= *choice.time_min_ms;
  };
}

}  // namespace turnstream::app
