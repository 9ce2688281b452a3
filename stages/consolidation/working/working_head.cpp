#include "stages/consolidation/working/working_head.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/name_table.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 2;
constexpr NameTable<Trigger, 3> kTriggers{
    {{Trigger::kPressure, "pressure"}, {Trigger::kCommand, "command"}, {Trigger::kSelfTask, "self_task"}}};

void write_count(ByteWriter& writer, std::int64_t count) {
  writer.varint(static_cast<std::uint64_t>(count));
}

std::int64_t read_count(ByteReader& reader) {
  return static_cast<std::int64_t>(reader.varint());
}

void write_time(ByteWriter& writer, const std::optional<LogTime>& time) {
  writer.u8(time.has_value() ? 1 : 0).i64(time.value_or(LogTime{0}).value());
}

std::optional<LogTime> read_time(ByteReader& reader) {
  const bool present = reader.u8() != 0;
  const LogTime time{reader.i64()};
  return present ? std::optional(time) : std::nullopt;
}

Trigger read_trigger(ByteReader& reader) {
  const std::uint8_t value = reader.u8();
  if (value > static_cast<std::uint8_t>(Trigger::kSelfTask)) {
    reader.fail();
  }
  return static_cast<Trigger>(value);
}

void write_pass(ByteWriter& writer, const Pass& pass) {
  writer.u8(static_cast<std::uint8_t>(pass.trigger)).i64(pass.opened_at.value());
  for (const std::int64_t count : {pass.deleted, pass.slight, pass.extracted, pass.merged, pass.gone, pass.fallbacks,
                                   pass.candidates, pass.model_ephemeral}) {
    write_count(writer, count);
  }
}

Pass read_pass(ByteReader& reader) {
  Pass pass;
  pass.trigger = read_trigger(reader);
  pass.opened_at = LogTime{reader.i64()};
  for (std::int64_t* count : {&pass.deleted, &pass.slight, &pass.extracted, &pass.merged, &pass.gone, &pass.fallbacks,
                              &pass.candidates, &pass.model_ephemeral}) {
    *count = read_count(reader);
  }
  return pass;
}

}  // namespace

std::string_view name_of(Trigger trigger) {
  return name_in(kTriggers, trigger);
}

std::string encode(const WorkingHead& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat);
  write_count(writer, head.waiting);
  writer.varint(head.next_number);
  write_count(writer, head.done);
  writer.varint(head.next_done);
  write_count(writer, head.total_consolidated);
  write_count(writer, head.total_ephemeral_deleted);
  write_count(writer, head.total_insights_extracted);
  write_time(writer, head.last_sweep);
  writer.u8(head.rests ? 1 : 0).i64(head.minor_shift);
  write_time(writer, head.sweep_due);
  write_time(writer, head.oldest_done);
  writer.u8(head.sweep.has_value() ? 1 : 0);
  if (head.sweep.has_value()) {
    writer.u8(static_cast<std::uint8_t>(head.sweep->trigger)).varint(head.sweep->until).i64(head.sweep->since.value());
  }
  writer.u8(head.pass.has_value() ? 1 : 0);
  if (head.pass.has_value()) {
    write_pass(writer, *head.pass);
  }
  return row;
}

Result<WorkingHead> decode_working_head(std::string_view row) {
  ByteReader reader(row);
  WorkingHead head;
  const bool known_format = reader.u8() == kFormat;
  head.waiting = read_count(reader);
  head.next_number = reader.varint();
  head.done = read_count(reader);
  head.next_done = reader.varint();
  head.total_consolidated = read_count(reader);
  head.total_ephemeral_deleted = read_count(reader);
  head.total_insights_extracted = read_count(reader);
  head.last_sweep = read_time(reader);
  head.rests = reader.u8() != 0;
  head.minor_shift = reader.i64();
  head.sweep_due = read_time(reader);
  head.oldest_done = read_time(reader);
  if (reader.u8() != 0) {
    const Trigger trigger = read_trigger(reader);
    const std::uint64_t until = reader.varint();
    head.sweep = {trigger, until, LogTime{reader.i64()}};
  }
  if (reader.u8() != 0) {
    head.pass = read_pass(reader);
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The head row of working memory is damaged.");
  }
  return head;
}

std::int64_t pressure_of(std::int64_t waiting, std::int64_t entries_max) {
  return std::min(kMillion, waiting * kMillion / entries_max);
}

void write_stats(json::Writer& json, const WorkingHead& head, std::int64_t insights, std::int64_t entries_max) {
  json.integer("working_memory_count", head.waiting).integer("insight_count", insights);
  if (head.last_sweep.has_value()) {
    json.time("last_sweep", head.last_sweep->value());
  } else {
    json.null("last_sweep");
  }
  json.millionths("memory_pressure", pressure_of(head.waiting, entries_max));
  json.integer("total_consolidated", head.total_consolidated);
  json.integer("total_ephemeral_deleted", head.total_ephemeral_deleted);
  json.integer("total_insights_extracted", head.total_insights_extracted);
}

}  // namespace turnstream::consolidation
