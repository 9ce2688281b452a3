#include "pipeline/runtime/intake/intake_processor.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/runtime/intake/intake_metadata.h"

namespace turnstream::runtime {

std::vector<std::string> intake_topics(const IntakeConfig& config) {
  std::vector<std::string> topics = config.turns_topics;
  topics.push_back(config.names.commands());
  topics.push_back(config.names.effect_results());
  return topics;
}

IntakeProcessor::IntakeProcessor(IntakeConfig config, log::Client& client, const Clock& clock,
                                 const CrashLedger* crashes)
    : config_(std::move(config)),
      client_(client),
      clock_(clock),
      crashes_(crashes),
      validator_(config_.clock, config_.limits),
      appender_(config_, clock) {}

Status IntakeProcessor::assigned(const std::vector<log::TopicPartition>& partitions) {
  TS_RETURN_IF_ERROR(revoked());
  const auto group = config_.names.group("intake");
  TS_ASSIGN_OR_RETURN(const auto committed,
                      client_.admin().committed(group, partitions, log::milliseconds{config_.admin_ms_max}));
  for (const auto& input : committed) {
    progress_[input.where] = input.next.value_or(NextOffset{0});
    behind_.insert(input.where);
    if (!input.next) {
      unknown_.insert(input.where);
    }
    if (input.where.topic == config_.names.commands()) {
      appender_.own(input.where.partition, decode_intake_metadata(input.metadata));
    }
  }
  next_tick_ms_ = last_boundary(clock_.wall_now().value(), config_.tick_interval_ms) + config_.tick_interval_ms;
  return recover_unknown();
}

Status IntakeProcessor::recover_unknown() {
  const std::vector<log::TopicPartition> unknown(unknown_.begin(), unknown_.end());
  if (unknown.empty()) {
    return {};
  }
  const log::milliseconds timeout{config_.admin_ms_max};
  TS_ASSIGN_OR_RETURN(const auto marks, client_.admin().watermarks_of(unknown, timeout));
  if (std::none_of(marks.begin(), marks.end(), [](const auto& mark) { return mark.high.value() > 0; })) {
    return {};
  }
  IntakeRecovery::Limits limits;
  limits.admin_ms_max = config_.admin_ms_max;
  limits.stall_ms_max = config_.stall_ms_max;
  limits.poll_ms_max = std::min(limits.poll_ms_max, config_.admin_ms_max);
  TS_ASSIGN_OR_RETURN(recovery_,
                      IntakeRecovery::begin(client_, config_.names, config_.partitions, unknown, clock_, limits));
  return {};
}

Result<bool> IntakeProcessor::restore_step(std::size_t records_max) {
  if (!recovery_) {
    return true;
  }
  TS_ASSIGN_OR_RETURN(const bool done, recovery_->step(records_max));
  if (done) {
    take_recovered();
    recovery_.reset();
    recovered_ = true;
  }
  return done;
}

void IntakeProcessor::take_recovered() {
  for (const auto& input : unknown_) {
    const auto next = recovery_->next(input);
    progress_[input] = next.value_or(NextOffset{0});
    if (next) {
      LogLine(LogLevel::kWarning, "progress_recovered")
          .with("stage", "intake")
          .with("partition", input.partition.value())
          .with("offset", next->value())
          .with("topic", input.topic);
    }
    if (input.topic == config_.names.commands()) {
      appender_.own(input.partition, recovery_->memory(input.partition));
    }
  }
}

Result<std::vector<log::Position>> IntakeProcessor::start_positions() {
  std::vector<log::Position> starts;
  for (const auto& [where, next] : progress_) {
    starts.push_back({where, next});
  }
  return starts;
}

Status IntakeProcessor::revoked() {
  progress_.clear();
  unknown_.clear();
  recovery_.reset();
  recovered_ = false;
  moved_.clear();
  behind_.clear();
  appender_.release_all();
  waiting_.clear();
  blocked_.clear();
  flow_ = {};
  return {};
}

Status IntakeProcessor::accept(log::Record record) {
  waiting_.push_back(std::move(record));
  return {};
}

void IntakeProcessor::reached_end(const log::TopicPartition& where, NextOffset) {
  behind_.erase(where);
}

Result<bool> IntakeProcessor::process_one(WorkerTransaction& transaction) {
  if (std::exchange(recovered_, false)) {
    TS_RETURN_IF_ERROR(transaction.count_input());
    return true;
  }
  TS_ASSIGN_OR_RETURN(const bool published, appender_.publish_settings(transaction));
  if (published) {
    return true;
  }
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it) {
    const log::TopicPartition where{std::string(it->topic), it->partition};
    if (!unblock(where)) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const bool taken, take(transaction, *it));
    if (taken) {
      progress_[where] = next_after(it->offset);
      moved_.insert(where);
      waiting_.erase(it);
      TS_RETURN_IF_ERROR(transaction.count_input());
      return true;
    }
  }
  return write_ticks(transaction);
}

void IntakeProcessor::block(const log::TopicPartition& where, Partition target) {
  blocked_[where] = target;
  flow_.pause.push_back(where);
}

bool IntakeProcessor::unblock(const log::TopicPartition& where) {
  const auto found = blocked_.find(where);
  if (found == blocked_.end()) {
    return true;
  }
  if (!appender_.has_time(found->second)) {
    return false;
  }
  blocked_.erase(found);
  flow_.resume.push_back(where);
  return true;
}

bool IntakeProcessor::idle() const {
  const bool all_blocked = std::all_of(waiting_.begin(), waiting_.end(), [this](const log::Record& record) {
    return blocked_.count({std::string(record.topic), record.partition}) > 0;
  });
  return all_blocked && !recovered_ && !appender_.settings_due();
}

std::vector<log::TopicPartition> IntakeProcessor::held_back() const {
  std::vector<log::TopicPartition> held;
  for (const auto& [where, target] : blocked_) {
    held.push_back(where);
  }
  return held;
}

Result<bool> IntakeProcessor::write_ticks(WorkerTransaction& transaction) {
  const auto now = clock_.wall_now().value();
  // Until intake has read each input to its end once (behind_), it writes no ticks: a tick must not precede records
  // that waited in the inputs before the assignment.
  if (config_.clock != IntakeClock::kWall || !appender_.owns_any() || !behind_.empty() || now < next_tick_ms_) {
    return false;
  }
  const auto boundary = last_boundary(now, config_.tick_interval_ms);
  TS_RETURN_IF_ERROR(appender_.append_ticks(transaction, LogTime{boundary}));
  next_tick_ms_ = boundary + config_.tick_interval_ms;
  TS_RETURN_IF_ERROR(transaction.count_input());
  return true;
}

std::optional<MonotonicTime> IntakeProcessor::wake_at() const {
  if (config_.clock != IntakeClock::kWall || !appender_.owns_any() || !behind_.empty()) {
    return std::nullopt;
  }
  const auto until_ms = next_tick_ms_ - clock_.wall_now().value();
  return MonotonicTime{clock_.monotonic_now().value() + std::max<std::int64_t>(until_ms, 0) * 1000};
}

std::vector<log::OffsetCommit> IntakeProcessor::offsets() {
  std::vector<log::OffsetCommit> offsets;
  for (const auto& [where, next] : progress_) {
    const bool commands = where.topic == config_.names.commands();
    const bool changed = commands && appender_.has_changed(where.partition);
    if (!changed && moved_.count(where) == 0 && unknown_.count(where) == 0) {
      continue;
    }
    std::string text;
    if (const auto metadata = commands ? appender_.metadata(where.partition) : std::nullopt) {
      text = encode_intake_metadata(*metadata);
    }
    offsets.push_back({where, next, std::move(text)});
  }
  return offsets;
}

Status IntakeProcessor::committed(const log::Receipt&) {
  moved_.clear();
  unknown_.clear();
  appender_.committed();
  return {};
}

std::variant<Accepted, Refused> IntakeProcessor::check(const log::Record& record) {
  const model::LogPosition position{record.partition, record.offset};
  if (crashed_too_often(crashes_, kChecking, position, record.topic)) {
    return Refused{crashed_error("checked"), std::string(record.key.value_or(std::string_view())), {}};
  }
  const CrashLedger::Marker marker(kChecking, position, record.topic);
  return validator_.check(kind_of(record), record, clock_.wall_now());
}

Result<bool> IntakeProcessor::take(WorkerTransaction& transaction, const log::Record& record) {
  const auto verdict = check(record);
  if (const auto* refused = std::get_if<Refused>(&verdict)) {
    TS_RETURN_IF_ERROR(appender_.refuse(transaction, record, *refused));
    return true;
  }
  const auto& accepted = std::get<Accepted>(verdict);
  const auto target = target_of(record, accepted);
  if (!accepted.carries_time && !appender_.has_time(target)) {
    block({std::string(record.topic), record.partition}, target);
    return false;
  }
  TS_RETURN_IF_ERROR(appender_.append(transaction, record, accepted, target));
  return true;
}

SourceKind IntakeProcessor::kind_of(const log::Record& record) const {
  if (record.topic == config_.names.commands()) {
    return SourceKind::kCommands;
  }
  return record.topic == config_.names.effect_results() ? SourceKind::kEffectResults : SourceKind::kTurns;
}

Partition IntakeProcessor::target_of(const log::Record& record, const Accepted& accepted) const {
  return accepted.persona.empty() ? record.partition : partition_of_key(accepted.persona, config_.partitions);
}

}  // namespace turnstream::runtime
