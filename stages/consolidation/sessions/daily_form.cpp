#include "pipeline/base/byte_stream.h"
#include "pipeline/codec/daily.h"
#include "stages/consolidation/sessions/daily_lines.h"
#include "stages/consolidation/sessions/daily_log.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kHeadFormat = 1;
constexpr std::uint8_t kFormat = 2;
constexpr std::uint8_t kFormatWithoutLineSources = 1;

void read_line_sources(ByteReader& reader, model::Daily& daily) {
  daily.line_sources.resize(daily.lines.size());
  for (std::vector<std::size_t>& list : daily.line_sources) {
    list.resize(reader.count(1));
    for (std::size_t& position : list) {
      position = reader.varint();
      if (position >= daily.sources.size()) {
        reader.fail();
        position = 0;
      }
    }
  }
}

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
  writer.text(daily.user_id);
  for (std::size_t line = 0; line < daily.lines.size(); ++line) {
    const std::span<const std::size_t> list = sources_of_line(daily, line);
    writer.varint(list.size());
    for (const std::size_t position : list) {
      writer.varint(position);
    }
  }
  return row;
}

Result<KeptDaily> DailyForm::decode(std::string_view row, std::string_view persona, const Uuid& id) {
  ByteReader reader(row);
  KeptDaily kept;
  model::Daily& daily = kept.daily;
  const std::uint8_t format = reader.u8();
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
  if (format == kFormat) {
    daily.user_id = std::string(reader.text());
    read_line_sources(reader, daily);
  } else if (!reader.at_end()) {
    daily.user_id = std::string(reader.text());
  }
  if ((format != kFormat && format != kFormatWithoutLineSources) || !reader.done()) {
    return evidence::bad_state("The row of an entry of the daily log is damaged.");
  }
  return kept;
}

std::string DailyForm::encode_head(const Head& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kHeadFormat)
      .varint(static_cast<std::uint64_t>(head.entries))
      .varint(static_cast<std::uint64_t>(head.lines));
  writer.varint(head.next_number).text(head.curated);
  return row;
}

Result<DailyHead> DailyForm::decode_head(std::string_view row) {
  ByteReader reader(row);
  DailyHead head;
  const bool known_format = reader.u8() == kHeadFormat;
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
