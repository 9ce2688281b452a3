#include "pipeline/runtime/intake/log_appender.h"

#include <algorithm>

#include "pipeline/base/check.h"
#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/sha256.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/codec/named_turn.h"
#include "pipeline/json/writer.h"
#include "pipeline/runtime/common/meters.h"
#include "pipeline/runtime/intake/refusal.h"

namespace turnstream::runtime {
namespace {

/// The bytes that a dead letter's headers (names and values) and its frame are assumed to need at most.
constexpr std::size_t kDeadLetterHeaderBytesMax = 64u << 10;

class SourceHeaders {
 public:
  explicit SourceHeaders(const log::Record* source) : source_(source) {
    if (source_ != nullptr) {
      partition_ = std::to_string(source_->partition.value());
      offset_ = std::to_string(source_->offset.value());
    }
  }
  void append_to(std::vector<log::Header>& headers) const {
    if (source_ != nullptr) {
      headers.push_back({"source_topic", source_->topic});
      headers.push_back({"source_partition", partition_});
      headers.push_back({"source_offset", offset_});
    }
  }

 private:
  const log::Record* source_;
  std::string partition_;
  std::string offset_;
};

/// The bytes of key and value. If the producer compressed the record, they may exceed its topic's max.message.bytes.
std::size_t bytes_of(const log::Record& record) {
  return record.key.value_or(std::string_view()).size() + record.value.value_or(std::string_view()).size();
}

}  // namespace

LogAppender::LogAppender(const IntakeConfig& config, const LogClock& clock)
    : config_(config), clock_(clock), settings_hash_(to_hex(sha256(config.memory_settings)).substr(0, 32)) {}

void LogAppender::own(Partition partition, const IntakeMetadata& last) {
  auto& owned = owned_[partition];
  owned.clock = EventClock(config_.tick_interval_ms);
  owned.settings = last.settings;
  if (last.log_time) {
    owned.clock.resume_at(*last.log_time);
    stamps_[partition].resume_at(*last.log_time, clock_.boot_now());
  }
}

std::optional<IntakeMetadata> LogAppender::metadata(Partition partition) const {
  const auto owned = owned_.find(partition);
  if (owned == owned_.end()) {
    return std::nullopt;
  }
  if (config_.clock == IntakeClock::kEvent) {
    return IntakeMetadata{owned->second.settings, owned->second.clock.last(), std::nullopt};
  }
  const auto stamps = stamps_.find(partition);
  const auto last = stamps == stamps_.end() ? std::nullopt : stamps->second.last();
  return IntakeMetadata{owned->second.settings, last, std::nullopt};
}

bool LogAppender::has_changed(Partition partition) const {
  const auto owned = owned_.find(partition);
  return owned != owned_.end() && owned->second.changed;
}

void LogAppender::committed() {
  for (auto& [partition, owned] : owned_) {
    owned.changed = false;
  }
  newest_ = {};
  written_.clear();
}

Status LogAppender::check_stamps() const {
  if (newest_ <= clock_.wall_now()) {
    return {};
  }
  return make_error(error_codes::kClockContradicted, Reaction::kReleasePartition,
                    "The clock of the log says that the wall clock of this machine, " + format_time(newest_.value()) +
                        ", is ahead. The transaction is not committed; intake repeats the work with the time of the "
                        "log's clock. Set the clock of this machine.");
}

LogTime LogAppender::wall_stamp(Partition target, WallTime time) {
  if (const auto owned = owned_.find(target); owned != owned_.end()) {
    owned->second.changed = true;
  }
  newest_ = std::max(newest_, time);
  return stamps_[target].stamp(time, clock_.boot_now());
}

bool LogAppender::has_time(Partition partition) const {
  if (config_.clock == IntakeClock::kWall) {
    return true;
  }
  const auto owned = owned_.find(partition);
  return owned != owned_.end() && owned->second.clock.last().has_value();
}

bool LogAppender::is_due(Partition partition, const Owned& owned) const {
  const bool may_write =
      config_.clock == IntakeClock::kWall ? partition == kSettingsPartition : owned.clock.last().has_value();
  return owned.settings != settings_hash_ && may_write;
}

bool LogAppender::settings_due() const {
  return std::any_of(owned_.begin(), owned_.end(),
                     [this](const auto& entry) { return is_due(entry.first, entry.second); });
}

bool LogAppender::is_published(Partition partition) const {
  const auto owned = owned_.find(partition);
  return owned != owned_.end() && owned->second.settings == settings_hash_;
}

LogTime LogAppender::stamp_now(Partition partition) {
  if (config_.clock == IntakeClock::kWall) {
    return wall_stamp(partition, clock_.wall_now());
  }
  const auto owned = owned_.find(partition);
  return owned == owned_.end() ? LogTime{0} : owned->second.clock.last().value_or(LogTime{0});
}

void LogAppender::keep_published(Owned& owned) {
  owned.settings = settings_hash_;
  owned.changed = true;
}

Result<bool> LogAppender::publish_settings(WorkerTransaction& transaction) {
  const auto due = std::find_if(owned_.begin(), owned_.end(),
                                [this](const auto& entry) { return is_due(entry.first, entry.second); });
  if (due == owned_.end()) {
    return false;
  }
  if (config_.clock == IntakeClock::kEvent) {
    TS_RETURN_IF_ERROR(write_settings(transaction, due->first, stamp_now(due->first)));
  } else {
    for (std::int32_t partition = 0; partition < config_.partitions; ++partition) {
      TS_RETURN_IF_ERROR(write_settings(transaction, Partition{partition}, stamp_now(Partition{partition})));
    }
  }
  keep_published(due->second);
  TS_RETURN_IF_ERROR(transaction.count_input());
  return true;
}

Status LogAppender::spread_settings(WorkerTransaction& transaction, const log::Record& record,
                                    const Accepted& accepted) {
  for (std::int32_t number = 0; number < config_.partitions; ++number) {
    const Partition partition{number};
    const auto owned = owned_.find(partition);
    if (config_.clock == IntakeClock::kEvent && owned != owned_.end() && owned->second.settings != settings_hash_) {
      // Intake's own settings come first in every partition; else they would replace those of the command later.
      TS_RETURN_IF_ERROR(write_settings(transaction, partition, stamp_now(partition)));
      keep_published(owned->second);
    }
    TS_RETURN_IF_ERROR(write_record(transaction, record, accepted, partition, stamp_now(partition)));
  }
  LogLine(LogLevel::kInfo, "settings_spread")
      .with("stage", "intake")
      .with("offset", record.offset.value())
      .with("partitions", config_.partitions);
  return {};
}

Status LogAppender::move_settings(WorkerTransaction& transaction, const log::Record& record) {
  const auto partition = std::to_string(record.partition.value());
  const auto offset = std::to_string(record.offset.value());
  std::vector<log::Header> headers{{"kind", "settings"}, {kMovedPartition, partition}, {kMovedOffset, offset}};
  if (const auto trace = usable_trace_id(record)) {
    headers.push_back({"trace_id", *trace});
  }
  return transaction.produce({config_.names.commands(), kSettingsPartition, std::nullopt, record.value, headers});
}

Status LogAppender::append_ticks(WorkerTransaction& transaction, WallTime time) {
  for (const auto& [partition, owned] : owned_) {
    TS_RETURN_IF_ERROR(write_tick(transaction, partition, wall_stamp(partition, time), nullptr));
  }
  return {};
}

Status LogAppender::append_clock(WorkerTransaction& transaction, const log::Record& command, Partition target) {
  return write_tick(transaction, target, wall_stamp(target, clock_.wall_now()), &command);
}

Status LogAppender::append(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted,
                           Partition target) {
  if (config_.clock == IntakeClock::kWall) {
    return write_record(transaction, record, accepted, target, wall_stamp(target, clock_.wall_now()));
  }
  const auto found = owned_.find(target);
  CHECK(found != owned_.end());
  auto& owned = found->second;
  owned.changed = true;
  if (!accepted.carries_time) {
    return write_record(transaction, record, accepted, target, *owned.clock.last());
  }
  const bool first = !owned.clock.last().has_value();
  const auto stamp = owned.clock.stamp(accepted.event_time);
  if (first && owned.settings != settings_hash_) {
    TS_RETURN_IF_ERROR(write_settings(transaction, target, stamp.log_time));
    keep_published(owned);
  }
  if (stamp.tick && accepted.kind != "tick") {
    TS_RETURN_IF_ERROR(write_tick(transaction, target, *stamp.tick, nullptr));
  }
  return write_record(transaction, record, accepted, target, stamp.log_time);
}

Result<bool> LogAppender::append_due_tick(WorkerTransaction& transaction, const Accepted& turn, Partition target) {
  const auto owned = owned_.find(target);
  if (turn.kind == "tick" || owned == owned_.end()) {
    return false;
  }
  const auto tick = owned->second.clock.pass_boundary(turn.event_time);
  if (!tick) {
    return false;
  }
  owned->second.changed = true;
  TS_RETURN_IF_ERROR(write_tick(transaction, target, *tick, nullptr));
  return true;
}

Status LogAppender::write_settings(WorkerTransaction& transaction, Partition partition, LogTime stamp) {
  written_.insert(partition);
  std::string value;
  json::Writer writer(value);
  writer.begin_object()
      .string("kind", "settings")
      .string("command_id", "settings-" + settings_hash_)
      .null("persona_id")
      .string("issued_by", "intake")
      .time("issued_at", stamp.value())
      .null("caused_by")
      .begin_object("args")
      .raw("values", config_.memory_settings)
      .end_object()
      .end_object();
  const auto time = std::to_string(stamp.value());
  const log::Header headers[] = {{"kind", "settings"}, {"log_time", time}, {"trace_id", settings_hash_}};
  LogLine(LogLevel::kInfo, "settings_published").with("stage", "intake").with("partition", partition.value());
  return transaction.produce({config_.names.log(), partition, std::nullopt, value, headers});
}

Status LogAppender::write_tick(WorkerTransaction& transaction, Partition partition, LogTime time,
                               const log::Record* source) {
  written_.insert(partition);
  std::string value;
  json::Writer writer(value);
  writer.begin_object()
      .string("kind", "tick")
      .integer("partition", partition.value())
      .time("time", time.value())
      .end_object();
  const auto stamp = std::to_string(time.value());
  const SourceHeaders origin(source);
  std::vector<log::Header> headers{{"kind", "tick"}, {"log_time", stamp}};
  origin.append_to(headers);
  return transaction.produce({config_.names.log(), partition, std::nullopt, value, headers});
}

Status LogAppender::write_record(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted,
                                 Partition target, LogTime stamp) {
  if (accepted.kind == "tick") {
    return write_tick(transaction, target, stamp, &record);
  }
  written_.insert(target);
  const auto time = std::to_string(stamp.value());
  const SourceHeaders origin(&record);
  std::vector<log::Header> headers{{"kind", accepted.kind}, {"log_time", time}};
  origin.append_to(headers);
  headers.push_back({"trace_id", accepted.trace_id});
  for (const std::string_view moved : {kMovedPartition, kMovedOffset}) {
    if (const auto value = record.header(std::string(moved)); value && accepted.kind == "settings") {
      headers.push_back({moved, *value});
    }
  }
  const auto key = accepted.persona.empty() ? std::nullopt : std::optional<std::string_view>(accepted.persona);
  return transaction.produce({config_.names.log(), target, key, record.value, headers});
}

Status LogAppender::refuse(WorkerTransaction& transaction, const log::Record& record, const Refused& refused) {
  const bool fits = bytes_of(record) + kDeadLetterHeaderBytesMax <= config_.dead_letter_bytes_max;
  auto dead = dead_letter_of(record, refused);
  if (!fits) {
    dead.message += " The record is larger than a dead letter may be: its bytes are only in the source topic.";
  }
  LogLine(LogLevel::kWarning, "record_refused")
      .with("stage", "intake")
      .with("partition", record.partition.value())
      .with("offset", record.offset.value())
      .with("persona", *dead.persona_id)
      .with("turn", *dead.turn_id)
      .with("code", refused.error.code)
      .with("reaction", "dead_letter")
      .with("topic", record.topic)
      .with("pointer", dead.pointer);
  const auto target = record.key ? partition_of_key(*record.key, config_.partitions)
                                 : Partition{record.partition.value() % config_.partitions};
  return write_dead_letter(transaction, dead, target, fits ? record.key : std::nullopt,
                           fits ? record.value : std::nullopt);
}

Status LogAppender::refuse_unreadable(WorkerTransaction& transaction, const log::Unreadable& records) {
  const codec::DeadLetter dead = dead_letter_of(records, clock_.wall_now());
  LogLine(LogLevel::kWarning, "records_unreadable")
      .with("stage", "intake")
      .with("partition", records.where.partition.value())
      .with("offset", records.first.value())
      .with("code", dead.reason)
      .with("reaction", "dead_letter")
      .with("topic", records.where.topic)
      .with("last", records.last.value())
      .with("text", records.why);
  const Partition target{records.where.partition.value() % config_.partitions};
  return write_dead_letter(transaction, dead, target, std::nullopt, std::nullopt);
}

Status LogAppender::write_dead_letter(WorkerTransaction& transaction, const codec::DeadLetter& dead, Partition target,
                                      std::optional<std::string_view> key, std::optional<std::string_view> value) {
  count_dead_letter(config_.metrics, dead.stage, dead.reason);
  const auto owned = codec::dead_letter_headers(dead);
  std::vector<log::Header> headers;
  for (const auto& [name, text] : owned) {
    headers.push_back({name, text});
  }
  return transaction.produce({config_.names.dead_letters(), target, key, value, headers});
}

}  // namespace turnstream::runtime
