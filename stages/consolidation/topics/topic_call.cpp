#include "stages/consolidation/topics/topic_call.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 2;

}  // namespace

std::string encode(const TopicCall& call) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).text(call.topic).varint(call.events.size());
  for (const TopicEvent& event : call.events) {
    writer.varint(event.number).text(encode(event));
  }
  return row;
}

Result<TopicCall> decode_topic_call(std::string_view row) {
  ByteReader reader(row);
  TopicCall call;
  const bool known_format = reader.u8() == kFormat;
  call.topic = std::string(reader.text());
  const std::size_t events = reader.count(1);
  for (std::size_t i = 0; i < events && reader.ok(); ++i) {
    const std::uint64_t number = reader.varint();
    TS_ASSIGN_OR_RETURN(TopicEvent event, decode_topic_event(reader.text()));
    event.number = number;
    call.events.push_back(std::move(event));
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of items about which a model is asked is damaged.");
  }
  return call;
}

}  // namespace turnstream::consolidation
