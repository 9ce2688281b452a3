#include "pipeline/runtime/task/stage_processor.h"

#include <algorithm>
#include <set>

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/task/deleted_input.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kTrimTimeout{5'000};

}  // namespace

StageProcessor::StageProcessor(const StageEnvironment& environment, StageGroup group)
    : environment_(environment),
      group_(std::move(group)),
      inputs_(input_topics(group_, environment.names, environment.log_topic)),
      trimmer_(environment.client.admin(), kTrimTimeout, environment.background_writes) {
  if (environment.background_writes) {
    writer_ = std::make_unique<store::ThreadWriter>(environment.store);
  } else {
    writer_ = std::make_unique<store::InlineWriter>(environment.store);
  }
}

StageProcessor::~StageProcessor() = default;

Status StageProcessor::check_complete(const std::vector<log::TopicPartition>& partitions) const {
  std::map<Partition, std::set<std::string>> by_partition;
  for (const auto& where : partitions) {
    by_partition[where.partition].insert(where.topic);
  }
  for (const auto& [partition, topics] : by_partition) {
    if (topics.size() != inputs_.size()) {
      return make_error(
          error_codes::kIncompleteAssignment, Reaction::kStopProcess,
          "Group " + group_.name + " was assigned " + std::to_string(topics.size()) + " of its " +
              std::to_string(inputs_.size()) + " inputs of partition " + std::to_string(partition.value()) +
              ": the log and the completions topics that a group reads need the same number of partitions; see "
              "`turnstream doctor`.");
    }
  }
  return {};
}

Status StageProcessor::assigned(const std::vector<log::TopicPartition>& partitions) {
  TS_RETURN_IF_ERROR(check_complete(partitions));
  TS_RETURN_IF_ERROR(revoked());
  tables_.clear();
  for (const auto* stage : group_.stages) {
    TS_ASSIGN_OR_RETURN(const auto table, environment_.store.table(stage->info().name));
    tables_.push_back(table);
  }
  std::vector<store::RestoreTarget> targets;
  for (const auto& where : partitions) {
    if (where.topic != environment_.log_topic) {
      continue;
    }
    partitions_.push_back(where.partition);
    for (std::size_t i = 0; i < group_.stages.size(); ++i) {
      const auto& stage = group_.stages[i]->info().name;
      const auto& names = environment_.names;
      targets.push_back({{names.changelog(stage), where.partition}, tables_[i], names.old_changelog(stage)});
    }
  }
  // This call must precede begin(), which reads the changelogs' ends: if a predecessor's open transaction contains
  // offsets, and so perhaps changelog records too, the call waits until that transaction has ended.
  TS_ASSIGN_OR_RETURN(committed_,
                      environment_.client.admin().committed(environment_.names.group(group_.name), partitions,
                                                            log::milliseconds{environment_.limits.admin_ms_max}));
  TS_ASSIGN_OR_RETURN(restore_,
                      store::ChangelogRestore::begin(environment_.client, environment_.store, environment_.clock,
                                                     std::move(targets), environment_.limits.restore));
  return {};
}

Result<bool> StageProcessor::restore_step(std::size_t records_max) {
  TS_ASSIGN_OR_RETURN(const bool done, restore_->step(records_max));
  if (done) {
    LogLine(LogLevel::kInfo, "state_restored")
        .with("group", group_.name)
        .with("partitions", static_cast<std::int64_t>(partitions_.size()))
        .with("records", restore_->records_applied());
    restore_.reset();
  }
  return done;
}

Result<std::vector<log::Position>> StageProcessor::start_positions() {
  std::vector<log::TopicPartition> inputs;
  for (const auto& input : committed_) {
    inputs.push_back(input.where);
  }
  TS_ASSIGN_OR_RETURN(const auto found, environment_.client.admin().watermarks_of(
                                            inputs, log::milliseconds{environment_.limits.admin_ms_max}));
  Marks marks;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    marks.emplace(inputs[i], found[i]);
  }
  std::vector<log::Position> positions;
  for (const auto partition : partitions_) {
    TS_RETURN_IF_ERROR(start_slot(partition, marks, positions));
  }
  return positions;
}

Status StageProcessor::start_slot(Partition partition, const Marks& marks, std::vector<log::Position>& positions) {
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
      TS_RETURN_IF_ERROR(check_start(*task, input.next, marks.at(input.where)));
    }
    const auto next = is_log ? task->next() : input.next.value_or(NextOffset{0});
    TS_ASSIGN_OR_RETURN(const auto start, first_to_read(input, next, marks.at(input.where)));
    positions.push_back({input.where, start});
  }
  TS_ASSIGN_OR_RETURN(auto changelogs, open_changelogs(*task));
  slots_.insert_or_assign(partition, Slot{std::move(task), std::move(changelogs)});
  return {};
}

Result<std::vector<store::ChangelogWriter>> StageProcessor::open_changelogs(GroupTask& task) {
  std::vector<store::ChangelogWriter> changelogs;
  std::vector<log::Position> heads;
  for (std::size_t i = 0; i < task.tasks(); ++i) {
    log::TopicPartition where{environment_.names.changelog(task.task(i).info().name), task.partition()};
    TS_ASSIGN_OR_RETURN(auto writer, store::ChangelogWriter::open(std::move(where), task.task(i).state(),
                                                                  environment_.limits.changelog));
    if (const auto kept = writer.walk().kept(); kept.value() > 0) {
      heads.push_back({writer.changelog(), kept});
    }
    changelogs.push_back(std::move(writer));
  }
  trimmer_.add(heads);
  return changelogs;
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
        continue;  // The stage has never answered a record: it is new and begins at offset 0.
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
    return make_error(
        error_codes::kLostInput, Reaction::kStopProcess,
        "The log " + where + " ends at offset " + std::to_string(log.high.value()) + ", but the state of group " +
            group_.name + " contains the records before offset " + std::to_string(state.value()) +
            ": the topic was deleted and created again, or lost records. Restore it from a copy, or continue with a "
            "new --namespace.");
  }
  if (committed && *committed > state) {
    return make_error(error_codes::kStateLost, Reaction::kStopProcess,
                      "Group " + group_.name + " has committed offset " + std::to_string(committed->value()) + " of " +
                          where + ", but its restored state ends at " + std::to_string(state.value()) +
                          ": a changelog topic was deleted or lost records. Replay the log into a new namespace with "
                          "`turnstream run --log-of`.");
  }
  return {};
}

Result<NextOffset> StageProcessor::first_to_read(const log::Committed& input, NextOffset next,
                                                 const log::Watermarks& marks) const {
  if (marks.first.value() <= next.value()) {
    return next;
  }
  const log::RecordsLost lost{input.where, next, Offset{marks.first.value()}};
  if (counts_as_marker(lost)) {
    log_marker(group_.name, lost);
    return NextOffset{marks.first.value()};
  }
  if (input.next || next.value() > 0) {
    if (!environment_.accepts_loss) {
      return deleted_input(group_.name, lost);
    }
    log_accepted(group_.name, lost);
    return NextOffset{marks.first.value()};
  }
  // A new group can only begin with what is left.
  LogLine(LogLevel::kWarning, "input_begins_late")
      .with("group", group_.name)
      .with("topic", input.where.topic)
      .with("partition", input.where.partition.value())
      .with("first", marks.first.value())
      .with("message", "The records before that offset were deleted; the memory of this namespace will lack them.");
  return NextOffset{marks.first.value()};
}

Status StageProcessor::records_lost(const log::RecordsLost& lost) {
  if (!environment_.accepts_loss) {
    return deleted_input(group_.name, lost);
  }
  log_accepted(group_.name, lost);
  return {};
}

Status StageProcessor::revoked() {
  const auto status = await_write();
  slots_.clear();
  restore_.reset();
  partitions_.clear();
  wants_commit_ = false;
  return status;
}

Status StageProcessor::accept(log::Record record) {
  const auto found = slots_.find(record.partition);
  if (found == slots_.end()) {
    return make_error(error_codes::kUnassignedRecord, Reaction::kReleasePartition,
                      "A record of partition " + std::to_string(record.partition.value()) + " of " +
                          std::string(record.topic) + " arrived, but that partition is not assigned to this worker.");
  }
  const auto& ends = environment_.log_ends;
  const auto partition = static_cast<std::size_t>(record.partition.value());
  if (partition < ends.size() && record.topic == environment_.log_topic &&
      record.offset.value() >= ends[partition].value()) {
    return {};
  }
  return found->second.task->gate().accept(std::move(record));
}

Result<bool> StageProcessor::process_one(WorkerTransaction& transaction) {
  auto it = slots_.lower_bound(next_slot_);
  for (std::size_t tried = 0; tried < slots_.size(); ++tried, ++it) {
    if (it == slots_.end()) {
      it = slots_.begin();
    }
    auto& slot = it->second;
    const bool waited = slot.task->retry_at().has_value();
    TS_ASSIGN_OR_RETURN(const auto outcome, slot.task->process_one(transaction));
    if (outcome == GroupTask::Outcome::kProcessed) {
      slot.touched = true;
      next_slot_ = Partition{it->first.value() + 1};
      return true;
    }
    if (outcome == GroupTask::Outcome::kRetryLater && !waited) {
      wants_commit_ = true;
    }
  }
  return false;
}

std::optional<MonotonicTime> StageProcessor::wake_at() const {
  std::optional<MonotonicTime> first;
  for (const auto& [partition, slot] : slots_) {
    const auto at = slot.task->retry_at();
    if (at && (!first || *at < *first)) {
      first = at;
    }
  }
  return first;
}

bool StageProcessor::idle() const {
  return std::all_of(slots_.begin(), slots_.end(), [](const auto& entry) { return entry.second.task->gate().empty(); });
}

Flow StageProcessor::take_flow() {
  Flow flow;
  for (auto& [partition, slot] : slots_) {
    const auto changes = slot.task->gate().take_flow();
    for (const auto& topic : changes.pause) {
      flow.pause.push_back({topic, partition});
    }
    for (const auto& topic : changes.resume) {
      flow.resume.push_back({topic, partition});
    }
  }
  return flow;
}

Status StageProcessor::prepare_commit(WorkerTransaction& transaction) {
  TS_RETURN_IF_ERROR(await_write());  // The walks of the changelogs read the store.
  const auto now = environment_.clock.wall_now();
  const auto produce = [&transaction](const log::OutgoingRecord& record) { return transaction.produce(record); };
  for (auto& [partition, slot] : slots_) {
    for (std::size_t i = 0; slot.touched && i < slot.task->tasks(); ++i) {
      auto& task = slot.task->task(i);
      const bool forgets = task.prepare_commit();
      TS_RETURN_IF_ERROR(slot.changelogs[i].write(task.state(), now, forgets, produce));
    }
  }
  return {};
}

std::vector<log::OffsetCommit> StageProcessor::offsets() {
  std::vector<log::OffsetCommit> offsets;
  for (auto& [partition, slot] : slots_) {
    if (!slot.touched) {
      continue;
    }
    offsets.push_back({{environment_.log_topic, partition}, slot.task->next(), {}});
    const auto& topics = slot.task->upstream_topics();
    for (std::size_t i = 0; i < topics.size(); ++i) {
      if (const auto next = slot.task->gate().upstream_next()[i]) {
        offsets.push_back({{topics[i], partition}, *next, {}});
      }
    }
  }
  return offsets;
}

Status StageProcessor::await_write() {
  TS_RETURN_IF_ERROR(writer_->wait());
  for (auto& [partition, slot] : slots_) {
    if (slot.in_flight) {
      slot.in_flight = false;
      for (std::size_t i = 0; i < slot.task->tasks(); ++i) {
        slot.task->task(i).state().written();
      }
    }
  }
  return {};
}

Status StageProcessor::committed(const log::Receipt& receipt) {
  TS_RETURN_IF_ERROR(await_write());
  wants_commit_ = false;
  auto batch = environment_.store.make_batch();
  std::vector<log::Position> heads;
  for (auto& [partition, slot] : slots_) {
    if (!slot.touched) {
      continue;
    }
    for (std::size_t i = 0; i < slot.task->tasks(); ++i) {
      auto& state = slot.task->task(i).state();
      auto& changelog = slot.changelogs[i];
      state.seal(*batch);
      for (const auto& written : receipt.written) {
        if (written.where == changelog.changelog() && changelog.committed(written.next, state, *batch)) {
          heads.push_back({changelog.changelog(), changelog.walk().kept()});
        }
      }
    }
    slot.touched = false;
    slot.in_flight = true;
    slot.shown = false;
  }
  writer_->submit(std::move(batch));
  trimmer_.add(heads);
  return {};
}

Status StageProcessor::show(MonotonicTime now) {
  constexpr std::int64_t kEveryUs = 1'000'000;
  if (environment_.metrics == nullptr || (shown_at_ && now.value() - shown_at_->value() < kEveryUs)) {
    return {};
  }
  shown_at_ = now;
  for (auto& [partition, slot] : slots_) {
    slot.task->show_gate();
    if (!slot.shown) {
      TS_RETURN_IF_ERROR(slot.task->show_times());
      for (std::size_t i = 0; i < slot.changelogs.size(); ++i) {
        slot.task->show_changelog(i, slot.changelogs[i].walk());
      }
      slot.shown = true;
    }
  }
  return {};
}

/// Erases the checkpoints of the assigned partitions, so that the next restore rebuilds their rows from the changelog.
Status StageProcessor::distrust_state() {
  TS_RETURN_IF_ERROR(writer_->wait());
  auto batch = environment_.store.make_batch();
  for (const auto partition : partitions_) {
    const auto key = store::row_key(partition, store::kCheckpointKey);
    for (const auto& table : tables_) {
      batch->erase(table, key);
    }
  }
  return environment_.store.write(*batch);
}

}  // namespace turnstream::runtime
