#include "pipeline/runtime/group_task.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/codec/dead_letter.h"

namespace turnstream::runtime {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

GroupTask::GroupTask(const StageEnvironment& environment, const std::vector<const stage_api::Stage*>& stages,
                     Partition partition, const std::vector<store::TableId>& tables)
    : environment_(environment), partition_(partition) {
  for (std::size_t i = 0; i < stages.size(); ++i) {
    auto table = std::make_unique<store::StateTable>(environment.store, tables[i], partition,
                                                     environment.limits.cache_bytes_max);
    tasks_.push_back(std::make_unique<Task>(*stages[i], std::move(table), environment.clock, environment.faults));
  }
  std::vector<std::string> inside;
  for (const auto* stage : stages) {
    inside.push_back(stage->info().name);
  }
  for (const auto* stage : stages) {
    for (const auto& upstream : stage->info().upstream) {
      if (!contains(inside, upstream) && !contains(upstream_stages_, upstream)) {
        upstream_stages_.push_back(upstream);
        upstream_topics_.push_back(environment.names.completions(upstream));
      }
    }
  }
  readers_.resize(tasks_.size());
  gate_ = std::make_unique<Gate>(environment.log_topic, upstream_topics_, environment.limits.input_bytes_max);
}

Status GroupTask::load() {
  NextOffset first{INT64_MAX};
  for (auto& task : tasks_) {
    TS_RETURN_IF_ERROR(task->load());
    first = std::min(first, task->position());
  }
  gate_->start_at(first);
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i]->position() > first) {
      TS_ASSIGN_OR_RETURN(readers_[i],
                          AnswerReader::open(environment_.client,
                                             {environment_.names.completions(tasks_[i]->info().name), partition_}));
    }
  }
  return {};
}

bool GroupTask::admits(const std::string& stage) const {
  const auto* found = environment_.shape.find(stage);
  return found != nullptr && found->info().admits;
}

Result<std::vector<std::string_view>> GroupTask::parts_of(const std::string& stage,
                                                          const std::vector<RecordOutput>& outputs, Offset offset) {
  for (std::size_t i = 0; i < upstream_stages_.size(); ++i) {
    if (upstream_stages_[i] == stage) {
      return gate_->answer(i);
    }
  }
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (tasks_[i]->info().name == stage) {
      if (outputs[i].completion_parts.empty()) {
        return readers_[i]->answer(offset);
      }
      return std::vector<std::string_view>(outputs[i].completion_parts.begin(), outputs[i].completion_parts.end());
    }
  }
  return Error{"unknown_upstream", Reaction::kStopProcess, "No stage is called " + stage + ".", {}, {}};
}

Result<std::vector<UpstreamAnswer>> GroupTask::collect(const Task& task, const std::vector<RecordOutput>& outputs,
                                                       Offset offset) {
  std::vector<UpstreamAnswer> answers;
  for (const auto& upstream : task.info().upstream) {
    TS_ASSIGN_OR_RETURN(auto parts, parts_of(upstream, outputs, offset));
    TS_ASSIGN_OR_RETURN(auto answer, read_answer(upstream, admits(upstream), std::move(parts)));
    answers.push_back(std::move(answer));
  }
  return answers;
}

Result<std::vector<RecordOutput>> GroupTask::run_stages(const PreparedRecord& record, const Attempt& attempt) {
  std::vector<RecordOutput> outputs(tasks_.size());
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    auto& task = *tasks_[i];
    if (task.position() > NextOffset{record.log.offset.value()}) {
      continue;
    }
    const auto& name = task.info().name;
    TS_ASSIGN_OR_RETURN(auto answers, collect(task, outputs, record.log.offset));
    Attempt mine = attempt;
    mine.number = name == failing_stage_ ? attempts_ + 1 : 1;
    mine.last =
        name == failing_stage_ && static_cast<std::size_t>(attempts_) >= environment_.limits.retry_waits_ms.size();
    mine.crashed = environment_.crashes != nullptr && environment_.crashes->deaths(name, record.log) >= kCrashesMax;
    const CrashLedger::Marker marker(name, record.log);
    auto output = task.process(record, std::move(answers), mine);
    if (!output.ok()) {
      if (output.error().reaction == Reaction::kRetry && name != failing_stage_) {
        failing_stage_ = name;
        attempts_ = 0;
      }
      return std::move(output).error();
    }
    outputs[i] = std::move(output).value();
  }
  return outputs;
}

Status GroupTask::schedule_retry(const PreparedRecord& record, Error error) {
  for (auto& task : tasks_) {
    task->rollback_record();
  }
  const auto wait_ms = environment_.limits.retry_waits_ms[static_cast<std::size_t>(attempts_)];
  ++attempts_;
  retry_at_ = MonotonicTime{environment_.clock.monotonic_now().value() + wait_ms * 1000};
  LogLine(LogLevel::kWarning, "retry_scheduled")
      .with("stage", failing_stage_)
      .with("partition", partition_.value())
      .with("offset", record.log.offset.value())
      .with("persona", record.persona)
      .with("turn", record.turn == nullptr ? std::string_view() : record.turn->turn_id)
      .with("code", error.code)
      .with("reaction", "retry")
      .with("attempt", attempts_)
      .with("wait_ms", wait_ms);
  return {};
}

Result<GroupTask::Outcome> GroupTask::process_one(Transaction& transaction) {
  if (retry_at_ && environment_.clock.monotonic_now() < *retry_at_) {
    return Outcome::kRetryLater;
  }
  retry_at_.reset();
  TS_ASSIGN_OR_RETURN(const auto* raw, gate_->ready());
  if (raw == nullptr) {
    return Outcome::kNothingReady;
  }
  TS_ASSIGN_OR_RETURN(const auto* record, preparer_.prepare(*raw));
  auto outputs = run_stages(*record, Attempt());
  if (!outputs.ok()) {
    if (outputs.error().reaction != Reaction::kRetry) {
      return std::move(outputs).error();
    }
    TS_RETURN_IF_ERROR(schedule_retry(*record, std::move(outputs).error()));
    return Outcome::kRetryLater;
  }
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (!(*outputs)[i].completion_parts.empty()) {
      TS_RETURN_IF_ERROR(write(transaction, *raw, *record, *tasks_[i], (*outputs)[i]));
      tasks_[i]->keep_record();
    }
  }
  TS_RETURN_IF_ERROR(transaction.count_input());
  failing_stage_.clear();
  attempts_ = 0;
  gate_->pop();
  return Outcome::kProcessed;
}

Status GroupTask::write(Transaction& transaction, const log::Record& raw, const PreparedRecord& record,
                        const Task& task, const RecordOutput& output) {
  const log::Header headers[] = {{"kind", "completion"}, {"trace_id", record.trace_id}};
  const auto topic = environment_.names.completions(task.info().name);
  for (const auto& part : output.completion_parts) {
    TS_RETURN_IF_ERROR(transaction.produce({topic, partition_, raw.key, part, headers}));
  }
  for (const auto& event : output.events) {
    const log::Header event_headers[] = {{"kind", event.topic}, {"trace_id", record.trace_id}};
    TS_RETURN_IF_ERROR(transaction.produce(
        {environment_.names.events(event.topic), partition_, event.persona, event.value, event_headers}));
  }
  if (output.dead_letter) {
    TS_RETURN_IF_ERROR(write_dead_letter(transaction, raw, record, task, *output.dead_letter));
  }
  return {};
}

Status GroupTask::write_dead_letter(Transaction& transaction, const log::Record& raw, const PreparedRecord& record,
                                    const Task& task, const StageDeadLetter& letter) {
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
  dead.persona_id = std::string(record.persona);
  if (record.turn != nullptr) {
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
      .with("persona", record.persona)
      .with("turn", dead.turn_id.value_or(std::string()))
      .with("code", letter.reason)
      .with("reaction", "dead_letter")
      .with("attempts", letter.attempts);
  const auto owned = codec::dead_letter_headers(dead);
  std::vector<log::Header> headers;
  for (const auto& [name, value] : owned) {
    headers.push_back({name, value});
  }
  return transaction.produce({environment_.names.dead_letters(), partition_, raw.key, raw.value, headers});
}

}  // namespace turnstream::runtime
