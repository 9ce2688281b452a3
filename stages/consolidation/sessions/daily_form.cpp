#include "pipeline/base/byte_stream.h"
#include "pipeline/codec/daily.h"
#include "stages/consolidation/sessions/daily_log.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

}  // namespace

std::string DailyForm::encode(const Entry& kept) {
  std::string row;
  ByteWriter writer(row);
  const model::Daily& daily = kept.daily;
  writer.u8(kFormat).u64(kept.number).text(daily.date).text(daily.session_id).varint(daily.lines.size());
  for (const std::string& line : daily.lines) {
    writer.text(line);
  }
  writer.varint(daily.sources.size());
  for (const model::Source& source : daily.sources) {
    writer.text(source.id).text(source.turn_id);
  }
  if (!daily.user_id.empty()) {
    writer.text(daily.user_id);
  }
  return row;
}

Result<KeptDaily> DailyForm::decode(std::string_view row, std::string_view persona, const Uuid& id) {
  ByteReader reader(row);
  KeptDaily kept;
  model::Daily& daily = kept.daily;
  const bool known_format = reader.u8() == kFormat;
  kept.number = reader.u64();
  daily.id = to_string(id);
  daily.persona_id = std::string(persona);
  daily.date = std::string(reader.text());
  daily.session_id = std::string(reader.text());
  daily.lines.resize(reader.count(1));
  for (std::string& line : daily.lines) {
    line = std::string(reader.text());
  }
  daily.sources.resize(reader.count(2));
  for (model::Source& source : daily.sources) {
    source.id = std::string(reader.text());
    source.turn_id = std::string(reader.text());
    source.session_id = daily.session_id;
  }
  daily.user_id = reader.at_end() ? std::string() : std::string(reader.text());
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of an entry of the daily log is damaged.");
  }
  return kept;
}

std::string DailyForm::encode_head(const Head& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).varint(static_cast<std::uint64_t>(head.entries)).varint(static_cast<std::uint64_t>(head.lines));
  writer.varint(head.next_number).text(head.curated);
  return row;
}

Result<DailyHead> DailyForm::decode_head(std::string_view row) {
  ByteReader reader(row);
  DailyHead head;
  const bool known_format = reader.u8() == kFormat;
  head.entries = static_cast<std::int64_t>(reader.varint());
  head.lines = static_cast<std::int64_t>(reader.varint());
  head.next_number = reader.varint();
  head.curated = std::string(reader.text());
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The head row of the daily log is damaged.");
  }
  return head;
}

void DailyForm::report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& /*id*/, const Entry& kept,
                       evidence::Before<Entry> before) {
  std::string value;
  codec::append_daily(value, kept.daily);
  effects.put(kKind, kept.daily.id, std::move(value), before.existed);
}

std::vector<codec::StatCounter> DailyForm::counters(const Head& head) {
  return head.entries == 0 ? std::vector<codec::StatCounter>{}
                           : std::vector<codec::StatCounter>{{"entries", head.entries}, {"lines", head.lines}};
}

}  // namespace turnstream::consolidation
