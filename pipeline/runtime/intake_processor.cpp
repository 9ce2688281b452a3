#include "pipeline/runtime/intake_processor.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/sha256.h"
#include "pipeline/runtime/intake_metadata.h"

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
      settings_hash_(to_hex(sha256(config_.memory_settings)).substr(0, 32)),
      validator_(config_.clock, config_.limits) {}

Status IntakeProcessor::assigned(const std::vector<log::TopicPartition>& partitions) {
  TS_RETURN_IF_ERROR(revoked());
  const auto group = config_.names.group("intake");
  TS_ASSIGN_OR_RETURN(const auto committed,
                      client_.admin().committed(group, partitions, log::milliseconds{config_.admin_ms_max}));
  for (const auto& input : committed) {
    const auto start = input.next.value_or(NextOffset{0});
    starts_.push_back({input.where, start});
    progress_[input.where] = start;
    behind_.insert(input.where);
    if (input.where.topic == config_.names.commands()) {
      auto& owned = owned_[input.where.partition];
      owned.clock = EventClock(config_.tick_interval_ms);
      const auto metadata = decode_intake_metadata(input.metadata);
      owned.settings = metadata.settings;
      if (metadata.log_time) {
        owned.clock.resume_at(*metadata.log_time);
      }
    }
  }
  next_tick_ms_ = last_boundary(clock_.wall_now().value(), config_.tick_interval_ms) + config_.tick_interval_ms;
  return {};
}

Result<std::vector<log::Position>> IntakeProcessor::start_positions() {
  return starts_;
}

Status IntakeProcessor::revoked() {
  starts_.clear();
  progress_.clear();
  moved_.clear();
  behind_.clear();
  owned_.clear();
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

bool IntakeProcessor::time_known(const Owned& owned) const {
  return config_.clock == IntakeClock::kWall || owned.clock.last().has_value();
}

bool IntakeProcessor::settings_due() const {
  return std::any_of(owned_.begin(), owned_.end(), [this](const auto& entry) {
    return entry.second.settings != settings_hash_ && time_known(entry.second);
  });
}

Result<bool> IntakeProcessor::process_one(Transaction& transaction) {
  TS_ASSIGN_OR_RETURN(const bool published, publish_settings(transaction));
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
  return write_tick(transaction);
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
  if (!owned_[found->second].clock.last()) {
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
  return all_blocked && !settings_due();
}

Result<bool> IntakeProcessor::publish_settings(Transaction& transaction) {
  for (auto& [partition, owned] : owned_) {
    if (owned.settings == settings_hash_ || !time_known(owned)) {
      continue;
    }
    const auto stamp = config_.clock == IntakeClock::kWall ? LogTime{clock_.wall_now().value()} : *owned.clock.last();
    TS_RETURN_IF_ERROR(write_settings(transaction, partition, owned, stamp));
    TS_RETURN_IF_ERROR(transaction.count_input());
    return true;
  }
  return false;
}

Result<bool> IntakeProcessor::write_tick(Transaction& transaction) {
  const auto now = clock_.wall_now().value();
  // Backlog first: after a start, what was waiting is older than any tick.
  if (config_.clock != IntakeClock::kWall || owned_.empty() || !behind_.empty() || now < next_tick_ms_) {
    return false;
  }
  const auto boundary = last_boundary(now, config_.tick_interval_ms);
  for (const auto& [partition, owned] : owned_) {
    TS_RETURN_IF_ERROR(write_tick_at(transaction, partition, LogTime{boundary}));
  }
  next_tick_ms_ = boundary + config_.tick_interval_ms;
  TS_RETURN_IF_ERROR(transaction.count_input());
  return true;
}

std::optional<MonotonicTime> IntakeProcessor::wake_at() const {
  if (config_.clock != IntakeClock::kWall || owned_.empty() || !behind_.empty()) {
    return std::nullopt;
  }
  const auto until_ms = next_tick_ms_ - clock_.wall_now().value();
  return MonotonicTime{clock_.monotonic_now().value() + std::max<std::int64_t>(until_ms, 0) * 1000};
}

std::vector<log::OffsetCommit> IntakeProcessor::offsets() {
  std::vector<log::OffsetCommit> offsets;
  for (const auto& [where, next] : progress_) {
    const bool commands = where.topic == config_.names.commands();
    const auto owned = commands ? owned_.find(where.partition) : owned_.end();
    const bool changed = owned != owned_.end() && owned->second.changed;
    if (!changed && moved_.count(where) == 0) {
      continue;
    }
    std::string metadata;
    if (owned != owned_.end()) {
      metadata = encode_intake_metadata({owned->second.settings, owned->second.clock.last()});
    }
    offsets.push_back({where, next, std::move(metadata)});
  }
  return offsets;
}

Status IntakeProcessor::committed(const log::Receipt&) {
  moved_.clear();
  for (auto& [partition, owned] : owned_) {
    owned.changed = false;
  }
  return {};
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
