#include "pipeline/runtime/intake/intake_processor.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/runtime/intake/intake_metadata.h"
#include "pipeline/runtime/intake/loss_report.h"

namespace turnstream::runtime {
namespace {

/// While turns wait for the outside world, what was asked and answered is read so often.
constexpr std::int64_t kEffectsLookUs = 2'000;

}  // namespace

IntakeProcessor::IntakeProcessor(IntakeConfig config, log::Client& client, LogClock& clock, const CrashLedger* crashes,
                                 StartLedger* starts)
    : config_(std::move(config)),
      client_(client),
      clock_(clock),
      starts_(starts),
      check_(config_, crashes),
      keeper_(clock),
      sole_writer_(clock, config_.names.name_space()),
      appender_(config_, clock),
      effects_(config_, client, clock, appender_) {}

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
      own(input.where.partition, decode_intake_metadata(input.metadata));
    }
  }
  if (config_.clock == IntakeClock::kEvent) {
    sole_writer_.own(owned_, config_.partitions);
  }
  next_tick_ms_ = last_boundary(clock_.wall_now().value(), config_.tick_interval_ms) + config_.tick_interval_ms;
  return recover_unknown();
}

void IntakeProcessor::own(Partition partition, const IntakeMetadata& last) {
  appender_.own(partition, last);
  if (partition == kSettingsPartition) {
    effects_.begin(appender_.is_published(partition) ? last.asking : std::nullopt);
  }
  if (config_.clock == IntakeClock::kWall) {
    keeper_.own(last);
  }
  owned_.insert(partition);
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
  TS_ASSIGN_OR_RETURN(const bool is_alone, sole_writer_.is_alone());
  if (!is_alone) {
    return false;
  }
  if (!recovery_) {
    return true;
  }
  TS_ASSIGN_OR_RETURN(const bool done, recovery_->step(records_max));
  if (done) {
    take_recovered();
    recovery_.reset();
    progress_due_ = true;
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
      own(input.partition, recovery_->memory(input.partition));
    }
  }
}

Result<std::vector<log::Position>> IntakeProcessor::start_positions() {
  std::vector<log::Position> starts;
  for (const auto& [where, next] : progress_) {
    starts.push_back({where, next});
  }
  TS_RETURN_IF_ERROR(starts_ == nullptr ? Status() : starts_->begin(starts));
  for (auto& start : starts) {
    for (const auto& records : config_.given_up) {
      if (records.where == start.where && records.first.value() == start.next.value()) {
        TS_RETURN_IF_ERROR(accept_unreadable(records));
        start.next = next_after(records.last);
      }
    }
  }
  return starts;
}

Status IntakeProcessor::revoked() {
  progress_.clear();
  unknown_.clear();
  recovery_.reset();
  progress_due_ = false;
  moved_.clear();
  behind_.clear();
  appender_.release_all();
  effects_.release();
  owned_.clear();
  sole_writer_.release();
  keeper_.release();
  waiting_.clear();
  held_.clear();
  return {};
}

Status IntakeProcessor::accept(log::Record record) {
  log::TopicPartition where{std::string(record.topic), record.partition};
  waiting_.push_back({std::move(where), std::move(record)});
  return {};
}

Status IntakeProcessor::accept_unreadable(log::Unreadable records) {
  waiting_.push_back({records.where, std::move(records)});
  return {};
}

Status IntakeProcessor::records_lost(const log::RecordsLost& lost) {
  report_loss(lost, config_.metrics);
  // Records of the input that wait still have lower offsets, so only their progress may be committed.
  const bool waits = std::any_of(waiting_.begin(), waiting_.end(),
                                 [&](const Waiting& waiting) { return waiting.where == lost.where; });
  if (!waits) {
    progress_[lost.where] = NextOffset{lost.first.value()};
    moved_.insert(lost.where);
    progress_due_ = true;
  }
  return {};
}

void IntakeProcessor::reached_end(const log::TopicPartition& where, NextOffset) {
  behind_.erase(where);
}

Result<bool> IntakeProcessor::process_one(WorkerTransaction& transaction) {
  if (std::exchange(progress_due_, false)) {
    TS_RETURN_IF_ERROR(transaction.count_input());
    return true;
  }
  TS_RETURN_IF_ERROR(effects_.advance(progress_));
  TS_ASSIGN_OR_RETURN(const bool published, appender_.publish_settings(transaction));
  if (published) {
    return true;
  }
  for (auto it = waiting_.begin(); it != waiting_.end(); ++it) {
    TS_ASSIGN_OR_RETURN(const bool is_free, let_go(it->where));
    if (!is_free) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const auto next,
                        std::visit([&](const auto& what) { return take(transaction, what); }, it->what));
    if (next) {
      progress_[it->where] = *next;
      moved_.insert(it->where);
      waiting_.erase(it);
      TS_RETURN_IF_ERROR(transaction.count_input());
      return true;
    }
  }
  return write_ticks(transaction);
}

void IntakeProcessor::hold(const log::Record& record, const HeldInputs::Hold& hold) {
  held_.hold({std::string(record.topic), record.partition}, hold);
}

Result<bool> IntakeProcessor::let_go(const log::TopicPartition& where) {
  const auto* hold = held_.find(where);
  if (hold == nullptr) {
    return true;
  }
  Result<bool> is_over = false;
  switch (hold->reason) {
    case HeldInputs::Reason::kNoTime:
      is_over = appender_.has_time(hold->target);
      break;
    case HeldInputs::Reason::kClock:
      is_over = !clock_.view().in_doubt;
      break;
    case HeldInputs::Reason::kEffects:
      is_over = effects_.is_quiet(hold->target);
  }
  if (is_over.ok() && *is_over) {
    held_.let_go(where);
  }
  return is_over;
}

bool IntakeProcessor::idle() const {
  const bool all_held = std::all_of(waiting_.begin(), waiting_.end(), [this](const Waiting& waiting) {
    const auto* hold = held_.find(waiting.where);
    return hold != nullptr && hold->reason != HeldInputs::Reason::kEffects;
  });
  return all_held && !progress_due_ && !appender_.settings_due() && !asks_for_time();
}

Result<bool> IntakeProcessor::write_ticks(WorkerTransaction& transaction) {
  const auto now = clock_.wall_now().value();
  next_tick_ms_ = next_tick_ms(now);
  // Until intake has read each input to its end once (behind_), it writes no ticks: a tick must not precede records
  // that waited in the inputs before the assignment.
  const bool due = behind_.empty() && now >= next_tick_ms_;
  if (config_.clock != IntakeClock::kWall || !appender_.owns_any() || !(due || asks_for_time())) {
    return false;
  }
  const auto boundary = last_boundary(now, config_.tick_interval_ms);
  TS_RETURN_IF_ERROR(appender_.append_ticks(transaction, WallTime{boundary}));
  next_tick_ms_ = boundary + config_.tick_interval_ms;
  keeper_.ticked();
  TS_RETURN_IF_ERROR(transaction.count_input());
  return true;
}

/// The first answer of the log's clock can set the clock back.
std::int64_t IntakeProcessor::next_tick_ms(std::int64_t now_ms) const {
  return std::min(next_tick_ms_, last_boundary(now_ms, config_.tick_interval_ms) + config_.tick_interval_ms);
}

bool IntakeProcessor::asks_for_time() const {
  return config_.clock == IntakeClock::kWall && appender_.owns_any() && keeper_.needs_tick();
}

Status IntakeProcessor::prepare_commit(WorkerTransaction& transaction) {
  if (config_.clock != IntakeClock::kWall) {
    return {};
  }
  if (appender_.has_stamps()) {
    TS_RETURN_IF_ERROR(keeper_.ask(transaction, log::milliseconds{config_.admin_ms_max}));
  }
  return appender_.check_stamps();
}

std::optional<MonotonicTime> IntakeProcessor::wake_at() const {
  if (held_.any(HeldInputs::Reason::kEffects)) {
    return MonotonicTime{clock_.monotonic_now().value() + kEffectsLookUs};
  }
  if (config_.clock != IntakeClock::kWall || !appender_.owns_any() || !behind_.empty()) {
    return std::nullopt;
  }
  const auto now_ms = clock_.wall_now().value();
  const auto until_ms = next_tick_ms(now_ms) - now_ms;
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
    if (auto metadata = commands ? appender_.metadata(where.partition) : std::nullopt) {
      metadata->log_clock = config_.clock == IntakeClock::kWall ? keeper_.log_clock() : std::nullopt;
      metadata->asking = config_.clock == IntakeClock::kEvent ? std::optional(effects_.asking()) : std::nullopt;
      text = encode_intake_metadata(*metadata);
    }
    offsets.push_back({where, next, std::move(text)});
  }
  return offsets;
}

Status IntakeProcessor::committed(const log::Receipt& receipt) {
  for (const auto& where : moved_) {
    TS_RETURN_IF_ERROR(starts_ == nullptr ? Status() : starts_->moved(where));
  }
  moved_.clear();
  unknown_.clear();
  keeper_.committed();
  appender_.committed();
  effects_.committed(receipt);
  return {};
}

bool IntakeProcessor::waits_for_clock(const log::Record& record, const Refused& refused) {
  // A command never waits: the command that accepts the time may be behind it.
  const ClockView view = clock_.view();
  return view.in_doubt && check_.is_early(record, refused, view.wall);
}

Status IntakeProcessor::take_clock(WorkerTransaction& transaction, const log::Record& record,
                                   const Accepted& accepted) {
  if (auto refusal = keeper_.accept(accepted.event_time)) {
    return appender_.refuse(transaction, record, {*std::move(refusal), {}, {}});
  }
  return config_.clock == IntakeClock::kWall ? appender_.append_clock(transaction, record, record.partition) : Status();
}

Result<std::optional<NextOffset>> IntakeProcessor::take(WorkerTransaction& transaction, const log::Record& record) {
  const auto verdict = check_.check(record, clock_.wall_now());
  if (const auto* refused = std::get_if<Refused>(&verdict)) {
    if (refused->error.reaction == Reaction::kRetry) {
      return refused->error;  // Memory ran out: the record may be valid.
    }
    if (waits_for_clock(record, *refused)) {
      hold(record, {HeldInputs::Reason::kClock});
      return std::optional<NextOffset>();
    }
    TS_RETURN_IF_ERROR(appender_.refuse(transaction, record, *refused));
    return std::optional(next_after(record.offset));
  }
  const auto& accepted = std::get<Accepted>(verdict);
  if (accepted.kind == "clock") {
    TS_RETURN_IF_ERROR(take_clock(transaction, record, accepted));
    return std::optional(next_after(record.offset));
  }
  if (accepted.kind == "settings") {
    TS_RETURN_IF_ERROR(take_settings(transaction, record, accepted));
    return std::optional(next_after(record.offset));
  }
  const auto target = target_of(record, accepted);
  if (!accepted.carries_time && !appender_.has_time(target)) {
    hold(record, {HeldInputs::Reason::kNoTime, target});
    return std::optional<NextOffset>();
  }
  TS_ASSIGN_OR_RETURN(const bool may, effects_.may_append(transaction, accepted, target));
  if (!may) {
    hold(record, {HeldInputs::Reason::kEffects, target});
    return std::optional<NextOffset>();
  }
  TS_RETURN_IF_ERROR(appender_.append(transaction, record, accepted, target));
  effects_.appended(accepted, target);
  return std::optional(next_after(record.offset));
}

Result<std::optional<NextOffset>> IntakeProcessor::take(WorkerTransaction& transaction,
                                                        const log::Unreadable& records) {
  TS_RETURN_IF_ERROR(appender_.refuse_unreadable(transaction, records));
  return std::optional(next_after(records.last));
}

Status IntakeProcessor::take_settings(WorkerTransaction& transaction, const log::Record& record,
                                      const Accepted& accepted) {
  if (record.partition != kSettingsPartition) {
    return appender_.move_settings(transaction, record);
  }
  effects_.take_command(*record.value);
  return appender_.spread_settings(transaction, record, accepted);
}

Partition IntakeProcessor::target_of(const log::Record& record, const Accepted& accepted) const {
  return accepted.persona.empty() ? record.partition : partition_of_key(accepted.persona, config_.partitions);
}

}  // namespace turnstream::runtime
