#include "app/log_access/log_beginning.h"

#include "app/log_access/topic_specs.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kNamedMax = 16;

/// "retention.ms=1000" if the topic's settings delete old records; empty if they keep them forever.
Result<std::string> retention_of(log::Admin& admin, const std::string& topic, log::milliseconds timeout) {
  for (const std::string name : {"retention.ms", "retention.bytes"}) {
    const Result<std::string> value = admin.topic_setting(topic, name, timeout);
    if (!value.ok() && value.error().code == error_codes::kUnknownSetting) {
      continue;  // the embedded log has no retention.bytes
    }
    if (!value.ok()) {
      return value.error();
    }
    if (*value != "-1") {
      return name + "=" + *value;
    }
  }
  return std::string();
}

/// "57 in partition 0, 10 in partition 3"; of many partitions only the first ones.
std::string first_offsets(const std::vector<DeletedBeginning>& deleted) {
  std::string text;
  for (std::size_t i = 0; i < deleted.size() && i < kNamedMax; ++i) {
    text += (text.empty() ? "" : ", ") + std::to_string(deleted[i].first.value()) + " in partition " +
            std::to_string(deleted[i].partition.value());
  }
  return text + (deleted.size() > kNamedMax ? ", and in " + std::to_string(deleted.size() - kNamedMax) + " more" : "");
}

}  // namespace

Result<std::vector<DeletedBeginning>> deleted_beginnings(log::Admin& admin, const std::string& topic,
                                                         std::int32_t partitions, log::milliseconds timeout) {
  std::vector<log::TopicPartition> where;
  for (std::int32_t p = 0; p < partitions; ++p) {
    where.push_back({topic, Partition{p}});
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(where, timeout));
  std::vector<DeletedBeginning> deleted;
  for (std::size_t p = 0; p < marks.size(); ++p) {
    if (marks[p].first.value() > 0) {
      deleted.push_back({where[p].partition, marks[p].first});
    }
  }
  return deleted;
}

std::string missing_offsets(const std::vector<DeletedBeginning>& deleted) {
  std::string text;
  for (const DeletedBeginning& one : deleted) {
    text += (text.empty() ? "" : ", ") + std::to_string(one.partition.value()) + ": offsets 0 to " +
            std::to_string(one.first.value() - 1);
  }
  return text;
}

Result<std::optional<IncompleteLog>> incomplete_log(log::Admin& admin, const std::string& topic,
                                                    log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, partition_count(admin, topic, timeout));
  TS_ASSIGN_OR_RETURN(const std::vector<DeletedBeginning> deleted,
                      deleted_beginnings(admin, topic, partitions, timeout));
  if (deleted.empty()) {
    return std::optional<IncompleteLog>();
  }
  TS_ASSIGN_OR_RETURN(const std::string retention, retention_of(admin, topic, timeout));
  const std::string text =
      topic + " no longer has its first records: it begins at offset " + first_offsets(deleted) +
      ". What a stage made of the deleted records stays good; but it cannot be made again from this log, and a stage that "
      "has not started yet begins behind them (`input_begins_late`): `turnstream upgrade`, a replay with --log-of and every other rebuild lack these records. "
      "Keep the changelogs: they are what a lost state directory is restored from. ";
  if (retention.empty()) {
    return std::optional(
        IncompleteLog{text + "The topic keeps its records forever, so a person or another program deleted them: find "
                             "out which. If you have a copy (`turnstream log export`), import it into a new namespace "
                             "where you need a complete log"});
  }
  return std::optional(IncompleteLog{text + "The topic has " + retention + ", which deletes old records", true});
}

}  // namespace turnstream::app
