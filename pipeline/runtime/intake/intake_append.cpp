// The writing half of intake: how an accepted record enters the log under either clock, and what becomes of a refused
// one.
#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/codec/named_turn.h"
#include "pipeline/json/writer.h"
#include "pipeline/runtime/common/meters.h"
#include "pipeline/runtime/intake/intake_processor.h"

namespace turnstream::runtime {
namespace {

/// The headers of a dead letter, names and frame included, all of which are bounded.
constexpr std::size_t kDeadLetterHeaderBytesMax = 64u << 10;

/// Where a log record comes from, as its headers say it; nothing for one that is intake's own.
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

/// Of key and value. Compressed by its producer, a record may be far larger than its topic's bound.
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
  // A key that nobody has checked may be megabytes long; what it was byte for byte is the dead letter's own key.
  dead.persona_id = shown_as_utf8(first_code_points(refused.persona, codec::kAgentIdCodePointsMax));
  dead.turn_id = refused.turn_id;
  dead.trace_id = usable_trace_id(record).value_or(refused.turn_id);
  return dead;
}

}  // namespace

std::variant<Accepted, Refused> IntakeProcessor::check(const log::Record& record) {
  const model::LogPosition position{record.partition, record.offset};
  if (crashed_too_often(crashes_, kChecking, position, record.topic)) {
    return Refused{{"crashed",
                    Reaction::kDeadLetter,
                    "Checking this record ended the process three times; it was not read again.",
                    {},
                    {}},
                   std::string(record.key.value_or(std::string_view())),
                   {}};
  }
  const CrashLedger::Marker marker(kChecking, position, record.topic);
  return validator_.check(kind_of(record), record, clock_.wall_now());
}

Result<bool> IntakeProcessor::take(Transaction& transaction, const log::Record& record) {
  const auto verdict = check(record);
  if (const auto* refused = std::get_if<Refused>(&verdict)) {
    TS_RETURN_IF_ERROR(refuse(transaction, record, *refused));
    return true;
  }
  const auto& accepted = std::get<Accepted>(verdict);
  const auto target = target_of(record, accepted);
  if (config_.clock == IntakeClock::kWall) {
    TS_RETURN_IF_ERROR(write_log(transaction, record, accepted, target, LogTime{clock_.wall_now().value()}));
    return true;
  }
  if (!accepted.carries_time && !owned_[target].clock.last()) {
    block({std::string(record.topic), record.partition}, target);
    return false;
  }
  TS_RETURN_IF_ERROR(append_event_time(transaction, record, accepted, target));
  return true;
}

Status IntakeProcessor::append_event_time(Transaction& transaction, const log::Record& record, const Accepted& accepted,
                                          Partition target) {
  auto& owned = owned_[target];
  owned.changed = true;
  if (!accepted.carries_time) {
    return write_log(transaction, record, accepted, target, *owned.clock.last());
  }
  const bool first = !owned.clock.last().has_value();
  const auto stamp = owned.clock.stamp(accepted.event_time);
  if (first && owned.settings != settings_hash_) {
    TS_RETURN_IF_ERROR(write_settings(transaction, target, owned, stamp.log_time));
  }
  if (stamp.tick && accepted.kind != "tick") {
    TS_RETURN_IF_ERROR(write_tick_at(transaction, target, *stamp.tick));
  }
  return write_log(transaction, record, accepted, target, stamp.log_time);
}

Status IntakeProcessor::write_settings(Transaction& transaction, Partition partition, Owned& owned, LogTime stamp) {
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

Status IntakeProcessor::write_tick_at(Transaction& transaction, Partition partition, LogTime time,
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

Status IntakeProcessor::write_log(Transaction& transaction, const log::Record& record, const Accepted& accepted,
                                  Partition target, LogTime stamp) {
  if (accepted.kind == "tick") {
    return write_tick_at(transaction, target, stamp, &record);
  }
  const auto time = std::to_string(stamp.value());
  const SourceHeaders origin(&record);
  std::vector<log::Header> headers{{"kind", accepted.kind}, {"log_time", time}};
  origin.append_to(headers);
  headers.push_back({"trace_id", accepted.trace_id});
  const auto key = accepted.persona.empty() ? std::nullopt : std::optional<std::string_view>(accepted.persona);
  return transaction.produce({config_.names.log(), target, key, record.value, headers});
}

Status IntakeProcessor::refuse(Transaction& transaction, const log::Record& record, const Refused& refused) {
  const bool fits = bytes_of(record) + kDeadLetterHeaderBytesMax <= config_.dead_letter_bytes_max;
  auto dead = dead_letter_of(record, refused);
  if (!fits) {
    dead.message += " It is larger than a dead letter may be: its bytes stand where the source says, and nowhere else.";
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
