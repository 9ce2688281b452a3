#include "app/log_access/lag.h"

#include <algorithm>

#include "app/log_access/scan.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {

Result<PartitionLags> group_lag(log::Admin& admin, const GroupInputs& inputs, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(timeout));
  const std::vector<log::TopicPartition> where = log::partitions_of(topics, inputs.topics);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Committed> committed, admin.committed(inputs.group, where, timeout));
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(where, timeout));
  PartitionLags behind;
  for (std::size_t i = 0; i < where.size(); ++i) {
    NextOffset from = std::max(committed[i].next.value_or(NextOffset{0}), NextOffset{marks[i].first.value()});
    for (const log::Position& seen : inputs.seen) {
      from = seen.where == where[i] ? std::max(from, seen.next) : from;
    }
    behind[where[i]] = std::max<std::int64_t>(marks[i].last_stable.value() - from.value(), 0);
  }
  return behind;
}

LagReader::LagReader(log::Client& client, const settings::Settings& settings, std::vector<std::string> stages,
                     std::string log_of)
    : client_(client),
      settings_(settings),
      stages_(std::move(stages)),
      log_of_(std::move(log_of)),
      timeout_(settings.kafka.connect_timeout_ms) {}

Result<std::vector<LagRow>> LagReader::read() {
  const model::TopicNames names(settings_.topics.name_space);
  std::vector<LagRow> rows;
  if (log_of_.empty()) {
    std::vector<std::string> sources = settings_.intake.turns_topics;
    sources.push_back(names.commands());
    sources.push_back(names.shares());
    sources.push_back(names.effect_results());
    TS_RETURN_IF_ERROR(add_group(rows, "intake", {names.group("intake")}, sources));
  }
  const std::string log_topic = log_of_.empty() ? names.log() : model::TopicNames(log_of_).log();
  for (const std::string& stage : stages_) {
    // An operator may have changed run.grouping: of the fused and the phased group, the one with the higher offset has
    // the position of the stage.
    TS_RETURN_IF_ERROR(add_group(rows, stage, {names.group(stage), names.group("fused")}, {log_topic}));
  }
  return rows;
}

Status LagReader::add_group(std::vector<LagRow>& rows, const std::string& name, const std::vector<std::string>& groups,
                            const std::vector<std::string>& topics) {
  for (const std::string& topic : topics) {
    TS_ASSIGN_OR_RETURN(const std::vector<log::Position> partitions, beginnings(client_, topic, timeout_));
    for (const log::Position& partition : partitions) {
      NextOffset position{0};
      for (const std::string& group : groups) {
        const std::vector<log::TopicPartition> where = {partition.where};
        TS_ASSIGN_OR_RETURN(const std::vector<log::Committed> committed,
                            client_.admin().committed(group, where, timeout_));
        position = std::max(position, committed.front().next.value_or(NextOffset{0}));
      }
      rows.push_back({.group = name, .where = partition.where});
      TS_RETURN_IF_ERROR(measure(rows.back(), position));
    }
  }
  return {};
}

Status LagReader::measure(LagRow& row, NextOffset position) {
  TS_ASSIGN_OR_RETURN(const log::Watermarks marks, client_.admin().watermarks(row.where, timeout_));
  const NextOffset from = std::max(position, NextOffset{marks.first.value()});
  if (from >= marks.last_stable) {
    return {};
  }
  const std::int64_t behind = marks.last_stable.value() - from.value();
  return scan_from(
      client_, {{row.where, from}}, timeout_,
      [&](const log::Record&) -> Result<bool> {
        row.offsets = behind;
        return false;
      },
      [&](const log::Unreadable& records) -> Result<bool> {
        row.offsets = behind;
        row.unreadable = unreadable_text(records);
        return false;
      });
}

}  // namespace turnstream::app
