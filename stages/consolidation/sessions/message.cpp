#include "stages/consolidation/sessions/message.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

}  // namespace

std::string cursor_of(const Message& message) {
  return message.turn_id + (message.side == Side::kUser ? "#user" : "#assistant");
}

std::string encode(const Message& message) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).u8(static_cast<std::uint8_t>(message.side)).u8(message.last_of_turn ? 1 : 0);
  writer.text(message.turn_id).text(message.speaker).text(message.text);
  writer.i64(message.at.value()).i64(message.heard_at.value());
  return row;
}

Result<Message> decode_message(std::string_view row) {
  ByteReader reader(row);
  Message message;
  const bool known_format = reader.u8() == kFormat;
  const std::uint8_t side = reader.u8();
  message.side = side == 0 ? Side::kUser : Side::kAssistant;
  message.last_of_turn = reader.u8() != 0;
  message.turn_id = std::string(reader.text());
  message.speaker = std::string(reader.text());
  message.text = std::string(reader.text());
  message.at = EventTime{reader.i64()};
  message.heard_at = LogTime{reader.i64()};
  if (!known_format || side > 1 || !reader.done()) {
    return evidence::bad_state("The row of a message that waits for its session's flush is damaged.");
  }
  return message;
}

}  // namespace turnstream::consolidation
