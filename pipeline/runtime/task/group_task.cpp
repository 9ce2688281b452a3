#include "pipeline/runtime/task/group_task.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/runtime/task/answer_log.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::runtime {
namespace {

/// The metric of due timers counts at most this many in each stage and partition.
constexpr std::size_t kTimersDueMax = 1'000;

}  // namespace

GroupTask::GroupTask(const StageEnvironment& environment, const std::vector<const stage_api::Stage*>& stages,
                     Partition partition, const std::vector<store::TableId>& tables, const Budget& budget)
    : environment_(environment), partition_(partition), preparer_(environment.shape) {
  for (std::size_t i = 0; i < stages.size(); ++i) {
    auto table = std::make_unique<store::StateTable>(environment.store, tables[i], partition, budget.cache_bytes_max);
    auto& member = members_.emplace_back(environment.metrics, stages[i]->info().name);
    member.task = std::make_unique<Task>(*stages[i], std::move(table), environment.clock, environment.faults);
    member.completions = environment.names.completions(stages[i]->info().name);
  }
  for (auto& member : members_) {
    member.sources = find_sources(member.task->info());
    for (const Source& source : member.sources) {
      if (source.inside) {
        members_[source.index].is_read_inside = true;
      }
    }
  }
  gate_ = std::make_unique<Gate>(environment.log_topic, upstream_topics_, budget.input_bytes_max);
}

std::vector<GroupTask::Source> GroupTask::find_sources(const stage_api::StageInfo& info) {
  std::vector<Source> sources;
  for (const auto& upstream : info.upstream) {
    const auto* stage = environment_.shape.find(upstream);
    Source source{upstream, stage != nullptr && stage->info().admits, false, 0};
    const auto member = std::find_if(members_.begin(), members_.end(),
                                     [&](const Member& other) { return other.task->info().name == upstream; });
    if (member != members_.end()) {
      source.inside = true;
      source.index = static_cast<std::size_t>(member - members_.begin());
    } else {
      const auto topic = environment_.names.completions(upstream);
      const auto known = std::find(upstream_topics_.begin(), upstream_topics_.end(), topic);
      source.index = static_cast<std::size_t>(known - upstream_topics_.begin());
      if (known == upstream_topics_.end()) {
        upstream_topics_.push_back(topic);
      }
    }
    sources.push_back(source);
  }
  return sources;
}

Status GroupTask::load() {
  NextOffset first{std::numeric_limits<std::int64_t>::max()};
  for (auto& member : members_) {
    TS_RETURN_IF_ERROR(member.task->load(environment_.log_topic));
    if (environment_.metrics != nullptr) {
      TS_RETURN_IF_ERROR(member.task->count_timers());
    }
    first = std::min(first, member.task->position());
  }
  gate_->start_at(first);
  for (auto& member : members_) {
    if (member.task->position() > first) {
      TS_ASSIGN_OR_RETURN(member.reader, AnswerReader::open(environment_.client, {member.completions, partition_},
                                                            Offset{first.value()}));
    }
  }
  return {};
}

Result<std::vector<std::string_view>> GroupTask::parts_of(const Source& source,
                                                          const std::vector<RecordOutput>& outputs, Offset offset) {
  if (!source.inside) {
    return gate_->answer(source.index);
  }
  if (outputs[source.index].parts.empty()) {
    return members_[source.index].reader->answer(offset);
  }
  std::vector<std::string_view> parts;
  for (const auto& part : outputs[source.index].parts) {
    parts.push_back(part.bytes);
  }
  return parts;
}

Result<const PreparedRecord*> GroupTask::prepare(const log::Record& raw) {
  const model::LogPosition position{raw.partition, raw.offset};
  const bool crashed = crashed_too_often(environment_.crashes, kPreparing, position);
  const CrashLedger::Marker marker(kPreparing, position);
  return preparer_.prepare(raw, crashed);
}

Result<RecordOutput> GroupTask::run_stage(Member& member, const PreparedRecord& record,
                                          const std::vector<RecordOutput>& outputs) {
  const auto& name = member.task->info().name;
  const CrashLedger::Marker marker(name, record.log);
  std::vector<StageAnswer> answers;
  answers.reserve(member.sources.size());
  for (const auto& source : member.sources) {
    TS_ASSIGN_OR_RETURN(const auto parts, parts_of(source, outputs, record.log.offset));
    TS_ASSIGN_OR_RETURN(auto answer, read_answer(source.stage, source.admits, parts));
    answers.push_back(std::move(answer));
  }
  Attempt attempt;
  attempt.number = static_cast<int>(member.failures) + 1;
  attempt.last = member.failures >= environment_.limits.retry_waits_ms.size();
  attempt.crashed = crashed_too_often(environment_.crashes, name, record.log);
  return member.task->process(record, std::move(answers), changes_, attempt);
}

Result<std::vector<RecordOutput>> GroupTask::run_stages(const PreparedRecord& record) {
  changes_.clear();
  std::vector<RecordOutput> outputs(members_.size());
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (members_[i].task->position().value() > record.log.offset.value()) {
      continue;
    }
    failing_ = &members_[i];
    TS_ASSIGN_OR_RETURN(outputs[i], run_stage(members_[i], record, outputs));
    keep_changes(members_[i], outputs[i]);
  }
  failing_ = nullptr;
  return outputs;
}

void GroupTask::keep_changes(const Member& member, RecordOutput& output) {
  if (!member.is_read_inside) {
    return;
  }
  for (CompletionPart& part : output.parts) {
    changes_.keep(part.bytes, std::move(part.changes));
  }
}

void GroupTask::schedule_retry(const PreparedRecord& record, Member& member, const Error& error) {
  for (auto& one : members_) {
    one.task->rollback_record();
  }
  member.meter.retried();
  const auto wait_ms = environment_.limits.retry_waits_ms[member.failures++];
  retry_at_ = MonotonicTime{environment_.clock.monotonic_now().value() + wait_ms * 1000};
  LogLine(LogLevel::kWarning, "retry_scheduled")
      .with("stage", member.task->info().name)
      .with("partition", partition_.value())
      .with("offset", record.log.offset.value())
      .with("persona", secrets::masked_bytes(record.persona))
      .with("turn", record.turn == nullptr ? std::string_view() : record.turn->turn_id)
      .with("code", error.code)
      .with("reaction", "retry")
      .with("attempt", static_cast<std::int64_t>(member.failures))
      .with("wait_ms", wait_ms);
}

Result<GroupTask::Outcome> GroupTask::process_one(WorkerTransaction& transaction) {
  if (retry_at_ && environment_.clock.monotonic_now() < *retry_at_) {
    return Outcome::kRetryLater;
  }
  retry_at_.reset();
  TS_ASSIGN_OR_RETURN(const auto* raw, gate_->ready());
  if (raw == nullptr) {
    return Outcome::kNothingReady;
  }
  TS_ASSIGN_OR_RETURN(const auto* record, prepare(*raw));
  const std::int64_t unsaved_before = unsaved_bytes();
  auto outputs = run_stages(*record);
  if (!outputs.ok()) {
    // At the last attempt the task turns a stage's transient error into a dead letter, so a kRetry then comes from the
    // log or the store, and the worker must handle it.
    if (outputs.error().reaction != Reaction::kRetry ||
        failing_->failures >= environment_.limits.retry_waits_ms.size()) {
      return std::move(outputs).error();
    }
    schedule_retry(*record, *failing_, outputs.error());
    return Outcome::kRetryLater;
  }
  for (std::size_t i = 0; i < members_.size(); ++i) {
    auto& member = members_[i];
    if (!(*outputs)[i].parts.empty()) {
      TS_RETURN_IF_ERROR(write(transaction, *raw, *record, member, (*outputs)[i]));
      member.task->keep_record();
      note_answer(*record, member, (*outputs)[i]);
    }
    member.failures = 0;
  }
  TS_RETURN_IF_ERROR(transaction.count_input());
  transaction.count_state(unsaved_bytes() - unsaved_before);
  gate_->pop();
  for (auto& member : members_) {
    if (member.reader && member.task->position() <= gate_->next()) {
      member.reader.reset();  // The other members have caught up: this one runs from here on.
    }
  }
  return Outcome::kProcessed;
}

void GroupTask::note_answer(const PreparedRecord& record, Member& member, const RecordOutput& output) const {
  const AnswerPlace place{member.task->info(), partition_, record};
  log_answer(place, output, member.failures, environment_.logs_attempts);
  log_passes(place, output, environment_.logs_attempts);
  member.meter.answered(output.counts, output.elapsed_us);
  member.meter.passed(output.passed, output.elapsed_us);
  member.meter.late(output.late_results);
}

void GroupTask::show_gate() {
  const std::size_t waiting = gate_->unanswered().empty() ? 0 : gate_->log_records();
  for (auto& member : members_) {
    member.meter.gate(static_cast<std::int64_t>(waiting));
  }
}

Status GroupTask::show_times() {
  for (auto& member : members_) {
    TS_ASSIGN_OR_RETURN(const auto due, member.task->timers_due(kTimersDueMax));
    member.meter.timers(member.task->timers_armed(), due);
    member.meter.log_time(member.task->now());
  }
  return {};
}

Partition GroupTask::partition_for(const PublicRecord& record) const {
  switch (record.place) {
    case PublicRecord::Place::kOwn:
      return partition_;
    case PublicRecord::Place::kEffectRequests:
      return partition_of_key(record.key, environment_.effect_request_partitions);
    case PublicRecord::Place::kShares:
      return partition_of_key(record.key, environment_.partitions);
  }
  return partition_;
}

Status GroupTask::write(WorkerTransaction& transaction, const log::Record& raw, const PreparedRecord& record,
                        const Member& member, const RecordOutput& output) {
  const log::Header headers[] = {{"kind", "completion"}, {"trace_id", record.trace_id}};
  for (const auto& part : output.parts) {
    TS_RETURN_IF_ERROR(transaction.produce({member.completions, partition_, part.persona, part.bytes, headers}));
  }
  for (const auto& made : output.records) {
    const log::Header made_headers[] = {{"kind", made.kind}, {"trace_id", record.trace_id}};
    TS_RETURN_IF_ERROR(transaction.produce(
        {environment_.names.events(made.topic), partition_for(made), made.key, made.value, made_headers}));
  }
  for (const auto& letter : output.dead_letters) {
    TS_RETURN_IF_ERROR(write_dead_letter(transaction, raw, record, *member.task, letter));
  }
  return {};
}

Status GroupTask::write_dead_letter(WorkerTransaction& transaction, const log::Record& raw,
                                    const PreparedRecord& record, const Task& task, const StageDeadLetter& letter) {
  const auto at = std::to_string(partition_.value()) + "/" + std::to_string(raw.offset.value());
  codec::DeadLetter dead;
  dead.stage = task.info().name;
  dead.reason = letter.reason;
  dead.message = letter.message;
  dead.pointer = letter.pointer;
  dead.topic = std::string(raw.topic);
  dead.partition = raw.partition;
  dead.offset = raw.offset;
  dead.timestamp_ms = record.log_time.value();
  dead.attempts = letter.attempts;
  dead.persona_id = letter.persona;
  if (record.turn != nullptr && letter.persona == record.persona) {
    dead.turn_id = std::string(record.turn->turn_id);
  }
  dead.trace_id = std::string(record.trace_id);
  for (const auto& upstream : task.info().upstream) {
    dead.upstream.append(dead.upstream.empty() ? "" : " ").append(upstream + "=" + at);
  }
  LogLine(LogLevel::kError, "record_failed")
      .with("stage", dead.stage)
      .with("partition", partition_.value())
      .with("offset", raw.offset.value())
      .with("persona", secrets::masked_bytes(letter.persona))
      .with("turn", dead.turn_id.value_or(std::string()))
      .with("code", letter.reason)
      .with("reaction", "dead_letter")
      .with("attempts", letter.attempts);
  count_dead_letter(environment_.metrics, dead.stage, dead.reason);
  const auto owned = codec::dead_letter_headers(dead);
  std::vector<log::Header> headers;
  for (const auto& [name, value] : owned) {
    headers.push_back({name, value});
  }
  return transaction.produce({environment_.names.dead_letters(), partition_, raw.key, raw.value, headers});
}

}  // namespace turnstream::runtime
