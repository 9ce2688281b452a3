// Where a group starts in each partition once its state is restored, and what must not have been lost by then.
#include <algorithm>

#include "pipeline/runtime/task/stage_processor.h"

namespace turnstream::runtime {

Result<std::vector<log::Position>> StageProcessor::start_positions() {
  std::vector<log::TopicPartition> logs;
  for (const auto partition : partitions_) {
    logs.push_back({environment_.log_topic, partition});
  }
  TS_ASSIGN_OR_RETURN(const auto marks, environment_.client.admin().watermarks_of(
                                            logs, log::milliseconds{environment_.limits.admin_ms_max}));
  std::vector<log::Position> positions;
  for (std::size_t i = 0; i < partitions_.size(); ++i) {
    TS_RETURN_IF_ERROR(start_slot(partitions_[i], marks[i], positions));
  }
  return positions;
}

Status StageProcessor::start_slot(Partition partition, const log::Watermarks& log,
                                  std::vector<log::Position>& positions) {
  const auto& limits = environment_.limits;
  const GroupTask::Budget budget{limits.input_bytes_max / partitions_.size(),
                                 limits.cache_bytes_max / (partitions_.size() * group_.stages.size())};
  auto task = std::make_unique<GroupTask>(environment_, group_.stages, partition, tables_, budget);
  TS_RETURN_IF_ERROR(task->load());
  for (const auto& input : committed_) {
    if (input.where.partition != partition) {
      continue;
    }
    const bool is_log = input.where.topic == environment_.log_topic;
    if (is_log) {
      TS_RETURN_IF_ERROR(check_start(*task, input.next, log));
    }
    positions.push_back({input.where, is_log ? task->next() : input.next.value_or(NextOffset{0})});
  }
  slots_[partition].task = std::move(task);
  return {};
}

Result<NextOffset> StageProcessor::reached(GroupTask& task) {
  std::optional<NextOffset> lowest;
  for (std::size_t i = 0; i < task.tasks(); ++i) {
    auto next = task.task(i).position();
    if (next.value() == 0) {
      const log::TopicPartition answers{environment_.names.completions(task.task(i).info().name), task.partition()};
      TS_ASSIGN_OR_RETURN(const auto marks, environment_.client.admin().watermarks(
                                                answers, log::milliseconds{environment_.limits.admin_ms_max}));
      if (marks.high.value() == 0) {
        continue;  // A stage that has never answered anything is new here, and begins at the beginning.
      }
    }
    lowest = lowest ? std::min(*lowest, next) : next;
  }
  return lowest.value_or(NextOffset{0});
}

Status StageProcessor::check_start(GroupTask& task, std::optional<NextOffset> committed, const log::Watermarks& log) {
  const auto where = environment_.log_topic + "[" + std::to_string(task.partition().value()) + "]";
  TS_ASSIGN_OR_RETURN(const auto state, reached(task));
  if (log.high < state) {
    return Error{"lost_input",
                 Reaction::kStopProcess,
                 "The log " + where + " ends at offset " + std::to_string(log.high.value()) + " but " +
                     std::to_string(state.value()) +
                     " is next: the topic was deleted and made anew. Put it back from a copy, or go on with a fresh "
                     "--namespace.",
                 {},
                 {}};
  }
  if (committed && *committed > state) {
    return Error{"state_lost",
                 Reaction::kStopProcess,
                 "Group " + group_.name + " has committed offset " + std::to_string(committed->value()) + " of " +
                     where + " but its restored state stands at " + std::to_string(state.value()) +
                     ": a changelog topic was deleted or emptied. Replay the log into a fresh namespace with "
                     "`turnstream run --log-of`.",
                 {},
                 {}};
  }
  // A log that was processed to its end and then deleted begins behind the marker of its last transaction.
  const bool is_marker_gap = log.first.value() == task.next().value() + 1 && log.first.value() == log.high.value();
  if (committed && log.first.value() > task.next().value() && !is_marker_gap) {
    return Error{"lost_input",
                 Reaction::kStopProcess,
                 "The log " + where + " begins at offset " + std::to_string(log.first.value()) + " but " +
                     std::to_string(task.next().value()) +
                     " is next: records were deleted before they were processed. Give the log a longer retention.",
                 {},
                 {}};
  }
  return {};
}

}  // namespace turnstream::runtime
