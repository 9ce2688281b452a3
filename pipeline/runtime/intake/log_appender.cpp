#include "pipeline/runtime/intake/log_appender.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/sha256.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/codec/named_turn.h"
#include "pipeline/json/writer.h"
#include "pipeline/runtime/common/meters.h"

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

codec::DeadLetter dead_letter_of(const log::Record& record, const Refused& refused) {
  codec::DeadLetter dead;
  dead.stage = "intake";
  dead.reason = refused.error.code;
  dead.message = refused.error.message;
  dead.pointer = refused.error.pointer;
  dead.rule = refused.error.rule;
  dead.topic = std::string(record.topic);
  dead.partition = record.partition;
  dead.offset = record.offset;
  dead.timestamp_ms = record.append_time_ms;
  dead.attempts = 1;
  // `persona` may be the unchecked key, which may be megabytes long. Only the header is cut, not the dead letter's key.
  dead.persona_id = shown_as_utf8(first_code_points(refused.persona, codec::kAgentIdCodePointsMax));
  dead.turn_id = refused.turn_id;
  dead.trace_id = usable_trace_id(record).value_or(refused.turn_id);
  return dead;
}

}  // namespace

LogAppender::LogAppender(const IntakeConfig& config, const Clock& clock)
    : config_(config), clock_(clock), settings_hash_(to_hex(sha256(config.memory_settings)).substr(0, 32)) {}

void LogAppender::own(Partition partition, const IntakeMetadata& last) {
  auto& owned = owned_[partition];
  owned.clock = EventClock(config_.tick_interval_ms);
  owned.settings = last.settings;
  if (last.log_time) {
    owned.clock.resume_at(*last.log_time);
  }
}

std::optional<IntakeMetadata> LogAppender::metadata(Partition partition) const {
  const auto owned = owned_.find(partition);
  if (owned == owned_.end()) {
    return std::nullopt;
  }
  return IntakeMetadata{owned->second.settings, owned->second.clock.last()};
}

bool LogAppender::has_changed(Partition partition) const {
  const auto owned = owned_.find(partition);
  return owned != owned_.end() && owned->second.changed;
}

void LogAppender::committed() {
  for (auto& [partition, owned] : owned_) {
    owned.changed = false;
  }
}

bool LogAppender::has_time(Partition partition) const {
  if (config_.clock == IntakeClock::kWall) {
    return true;
  }
  const auto owned = owned_.find(partition);
  return owned != owned_.end() && owned->second.clock.last().has_value();
}

bool LogAppender::is_due(const Owned& owned) const {
  const bool has_time = config_.clock == IntakeClock::kWall || owned.clock.last().has_value();
  return owned.settings != settings_hash_ && has_time;
}

bool LogAppender::settings_due() const {
  return std::any_of(owned_.begin(), owned_.end(), [this](const auto& entry) { return is_due(entry.second); });
}

Result<bool> LogAppender::publish_settings(WorkerTransaction& transaction) {
  for (auto& [partition, owned] : owned_) {
    if (!is_due(owned)) {
      continue;
    }
    const auto stamp = config_.clock == IntakeClock::kWall ? LogTime{clock_.wall_now().value()} : *owned.clock.last();
    TS_RETURN_IF_ERROR(write_settings(transaction, partition, owned, stamp));
    TS_RETURN_IF_ERROR(transaction.count_input());
    return true;
  }
  return false;
}

Status LogAppender::append_ticks(WorkerTransaction& transaction, LogTime time) {
  for (const auto& [partition, owned] : owned_) {
    TS_RETURN_IF_ERROR(write_tick(transaction, partition, time, nullptr));
  }
  return {};
}

Status LogAppender::append(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted,
                           Partition target) {
  if (config_.clock == IntakeClock::kWall) {
    return write_record(transaction, record, accepted, target, LogTime{clock_.wall_now().value()});
  }
  auto& owned = owned_[target];
  owned.changed = true;
  if (!accepted.carries_time) {
    return write_record(transaction, record, accepted, target, *owned.clock.last());
  }
  const bool first = !owned.clock.last().has_value();
  const auto stamp = owned.clock.stamp(accepted.event_time);
  if (first && owned.settings != settings_hash_) {
    TS_RETURN_IF_ERROR(write_settings(transaction, target, owned, stamp.log_time));
  }
  if (stamp.tick && accepted.kind != "tick") {
    TS_RETURN_IF_ERROR(write_tick(transaction, target, *stamp.tick, nullptr));
  }
  return write_record(transaction, record, accepted, target, stamp.log_time);
}

Status LogAppender::write_settings(WorkerTransaction& transaction, Partition partition, Owned& owned, LogTime stamp) {
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
  owned.settings = settings_hash_;
  owned.changed = true;
  LogLine(LogLevel::kInfo, "settings_published").with("stage", "intake").with("partition", partition.value());
  return transaction.produce({config_.names.log(), partition, std::nullopt, value, headers});
}

Status LogAppender::write_tick(WorkerTransaction& transaction, Partition partition, LogTime time,
                               const log::Record* source) {
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
  const auto time = std::to_string(stamp.value());
  const SourceHeaders origin(&record);
  std::vector<log::Header> headers{{"kind", accepted.kind}, {"log_time", time}};
  origin.append_to(headers);
  headers.push_back({"trace_id", accepted.trace_id});
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
      .with("turn", refused.turn_id)
      .with("code", refused.error.code)
      .with("reaction", "dead_letter")
      .with("topic", record.topic)
      .with("pointer", refused.error.pointer);
  count_dead_letter(config_.metrics, dead.stage, dead.reason);
  const auto owned = codec::dead_letter_headers(dead);
  std::vector<log::Header> headers;
  for (const auto& [name, value] : owned) {
    headers.push_back({name, value});
  }
  const auto target = record.key ? partition_of_key(*record.key, config_.partitions)
                                 : Partition{record.partition.value() % config_.partitions};
  return transaction.produce({config_.names.dead_letters(), target, fits ? record.key : std::nullopt,
                              fits ? record.value : std::nullopt, headers});
}

}  // namespace turnstream::runtime
