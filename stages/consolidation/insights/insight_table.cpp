#include "stages/consolidation/insights/insight_table.h"

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/check.h"
#include "pipeline/codec/insight.h"
#include "stages/common/evidence/row_parts.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::uint8_t kHeadFormat = 2;

void write_optional(ByteWriter& writer, const std::optional<std::string>& text) {
  writer.u8(text.has_value() ? 1 : 0).text(text.value_or(""));
}

std::optional<std::string> read_optional(ByteReader& reader) {
  const bool present = reader.u8() != 0;
  std::string text(reader.text());
  return present ? std::optional(std::move(text)) : std::nullopt;
}

void write_optional(ByteWriter& writer, const std::optional<LogTime>& time) {
  writer.u8(time.has_value() ? 1 : 0).i64(time.value_or(LogTime{0}).value());
}

std::optional<LogTime> read_optional_time(ByteReader& reader) {
  const bool present = reader.u8() != 0;
  const LogTime time{reader.i64()};
  return present ? std::optional(time) : std::nullopt;
}

/// Reads a value of an enumeration whose last value is `last`.
template <typename Enum>
Enum read_enum(ByteReader& reader, Enum last) {
  const std::uint8_t value = reader.u8();
  if (value > static_cast<std::uint8_t>(last)) {
    reader.fail();
    return last;
  }
  return static_cast<Enum>(value);
}

void write_special(ByteWriter& writer, const model::Insight& insight) {
  writer.u8(insight.shared.has_value() ? 1 : 0);
  if (insight.shared.has_value()) {
    writer.text(insight.shared->persona_id).text(insight.shared->insight_id).i64(insight.shared->shared_at.value());
  }
  writer.u8(insight.discovery.has_value() ? 1 : 0);
  if (insight.discovery.has_value()) {
    evidence::write_texts(writer, insight.discovery->connections);
    evidence::write_texts(writer, insight.discovery->contradictions);
    evidence::write_texts(writer, insight.discovery->open_questions);
  }
  if (!insight.user_id.empty()) {
    writer.text(insight.user_id);
  }
}

void read_special(ByteReader& reader, model::Insight& insight) {
  if (reader.u8() != 0) {
    insight.shared.emplace();
    insight.shared->persona_id = std::string(reader.text());
    insight.shared->insight_id = std::string(reader.text());
    insight.shared->shared_at = LogTime{reader.i64()};
  }
  if (reader.u8() != 0) {
    insight.discovery.emplace();
    insight.discovery->connections = evidence::read_texts(reader);
    insight.discovery->contradictions = evidence::read_texts(reader);
    insight.discovery->open_questions = evidence::read_texts(reader);
  }
  insight.user_id = reader.at_end() ? std::string() : std::string(reader.text());
}

}  // namespace

std::string InsightForm::encode(const Entry& insight) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).u8(static_cast<std::uint8_t>(insight.type)).u8(static_cast<std::uint8_t>(insight.domain));
  writer.text(insight.summary).varint(static_cast<std::uint64_t>(insight.importance));
  writer.varint(static_cast<std::uint64_t>(insight.confidence)).i64(insight.extracted_at.value());
  write_optional(writer, insight.last_accessed_at);
  writer.varint(static_cast<std::uint64_t>(insight.access_count));
  writer.u8(static_cast<std::uint8_t>(insight.derived_by.method));
  write_optional(writer, insight.derived_by.model);
  write_optional(writer, insight.derived_by.effect_id);
  writer.u32(static_cast<std::uint32_t>(insight.log.partition.value())).i64(insight.log.offset.value());
  evidence::write_texts(writer, insight.tags);
  insight.sources.write(writer);
  write_special(writer, insight);
  return row;
}

Result<model::Insight> InsightForm::decode(std::string_view row, std::string_view persona, const Uuid& id) {
  ByteReader reader(row);
  Entry insight;
  const bool known_format = reader.u8() == kFormat;
  insight.id = to_string(id);
  insight.persona_id = std::string(persona);
  insight.type = read_enum(reader, model::InsightType::kDiscovery);
  insight.domain = read_enum(reader, model::Domain::kSelf);
  insight.summary = std::string(reader.text());
  insight.importance = static_cast<std::int64_t>(reader.varint());
  insight.confidence = static_cast<std::int64_t>(reader.varint());
  insight.extracted_at = LogTime{reader.i64()};
  insight.last_accessed_at = read_optional_time(reader);
  insight.access_count = static_cast<std::int64_t>(reader.varint());
  insight.derived_by.method = read_enum(reader, model::DerivationMethod::kFallback);
  insight.derived_by.model = read_optional(reader);
  insight.derived_by.effect_id = read_optional(reader);
  insight.log.partition = Partition{static_cast<std::int32_t>(reader.u32())};
  insight.log.offset = Offset{reader.i64()};
  insight.tags = evidence::read_texts(reader);
  insight.sources = model::SourceList::read(reader);
  read_special(reader, insight);
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of an insight is damaged.");
  }
  return insight;
}

std::string InsightForm::encode_head(const Head& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kHeadFormat).varint(static_cast<std::uint64_t>(head.count));
  writer.varint(static_cast<std::uint64_t>(head.metas.fresh)).i64(head.metas.since.value());
  write_optional(writer, head.timer);
  return row;
}

Result<InsightHead> InsightForm::decode_head(std::string_view row) {
  ByteReader reader(row);
  InsightHead head;
  const bool known_format = reader.u8() == kHeadFormat;
  head.count = static_cast<std::int64_t>(reader.varint());
  head.metas.fresh = static_cast<std::int64_t>(reader.varint());
  head.metas.since = LogTime{reader.i64()};
  head.timer = read_optional_time(reader);
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The head row of the insights is damaged.");
  }
  return head;
}

void InsightForm::report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& /*id*/,
                         const Entry& insight, evidence::Before<Entry> before) {
  if (!before.existed) {
    std::string value;
    codec::append_insight(value, insight);
    effects.put(kKind, insight.id, std::move(value), false);
    return;
  }
  CHECK(before.entry != nullptr);
  effects.patch(kKind, insight.id, {codec::insight_patch(*before.entry, insight)});
}

std::vector<codec::StatCounter> InsightForm::counters(const Head& head) {
  return head.count == 0 ? std::vector<codec::StatCounter>{}
                         : std::vector<codec::StatCounter>{{"insights", head.count}};
}

}  // namespace turnstream::consolidation
