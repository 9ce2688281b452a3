#include "stages/consolidation/topics/topic_event.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

}  // namespace

std::string encode(const TopicEvent& event) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).text(event.topic).text(event.source.id).text(event.source.turn_id).text(event.source.session_id);
  writer.text(event.text).varint(static_cast<std::uint64_t>(event.importance));
  writer.varint(static_cast<std::uint64_t>(event.count)).i64(event.at.value()).i64(event.recorded_at.value());
  return row;
}

Result<TopicEvent> decode_topic_event(std::string_view row) {
  ByteReader reader(row);
  TopicEvent event;
  const bool known_format = reader.u8() == kFormat;
  event.topic = std::string(reader.text());
  event.source.id = std::string(reader.text());
  event.source.turn_id = std::string(reader.text());
  event.source.session_id = std::string(reader.text());
  event.text = std::string(reader.text());
  event.importance = static_cast<std::int64_t>(reader.varint());
  event.count = static_cast<std::int64_t>(reader.varint());
  event.at = EventTime{reader.i64()};
  event.recorded_at = LogTime{reader.i64()};
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of an item that waits for its topic is damaged.");
  }
  return event;
}

}  // namespace turnstream::consolidation
