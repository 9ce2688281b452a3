#include "stages/consolidation/topics/topic_event.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/row_parts.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 2;

}  // namespace

std::string encode(const TopicEvent& event) {
  std::string row;
  ByteWriter writer(row);
  evidence::write_sources(writer.u8(kFormat).text(event.topic), event.sources);
  writer.text(event.text).i64(event.value).varint(static_cast<std::uint64_t>(event.importance));
  writer.varint(static_cast<std::uint64_t>(event.count)).i64(event.at.value()).i64(event.recorded_at.value());
  if (!event.user_id.empty()) {
    writer.text(event.user_id);
  }
  return row;
}

Result<TopicEvent> decode_topic_event(std::string_view row) {
  ByteReader reader(row);
  TopicEvent event;
  const bool known_format = reader.u8() == kFormat;
  event.topic = std::string(reader.text());
  event.sources = evidence::read_sources(reader);
  event.text = std::string(reader.text());
  event.value = reader.i64();
  event.importance = static_cast<std::int64_t>(reader.varint());
  event.count = static_cast<std::int64_t>(reader.varint());
  event.at = EventTime{reader.i64()};
  event.recorded_at = LogTime{reader.i64()};
  event.user_id = reader.at_end() ? std::string() : std::string(reader.text());
  if (!known_format || event.sources.empty() || !reader.done()) {
    return evidence::bad_state("The row of an item that waits for its topic is damaged.");
  }
  return event;
}

}  // namespace turnstream::consolidation
