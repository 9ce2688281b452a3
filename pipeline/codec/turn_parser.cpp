#include "pipeline/codec/turn_parser.h"

#include "pipeline/codec/turn_fields.h"
#include "pipeline/json/schema_reader.h"

namespace turnstream::codec {
namespace {

std::string duration(std::int64_t ms) {
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

}  // namespace

void TurnParser::default_session() {
  if (!turn_.session_id.empty()) {
    return;
  }
  session_.assign(turn_.room_id.value_or(std::string_view()));
  const std::string_view thread = turn_.thread_id.value_or(std::string_view());
  session_.append(session_.empty() || thread.empty() ? "" : "/").append(thread);
  turn_.session_id = session_.empty() ? std::string_view("default") : std::string_view(session_);
}

Result<const model::StateExport*> TurnParser::parse(std::string_view bytes) {
  turn_ = {};
  TS_RETURN_IF_ERROR(tape_.read(bytes, limits_.bytes_max));
  if (limits_.depth_max < json::kInputDepthMax) {
    TS_RETURN_IF_ERROR(tape_.check_depth(limits_.depth_max));
  }
  json::SchemaReader reader(tape_);
  read_turn(reader, turn_);
  TS_RETURN_IF_ERROR(reader.status());
  default_session();
  turn_.content_hash = tape_.node(json::Tape::kRoot).hash;
  return &turn_;
}

Status check_key(std::optional<std::string_view> key, std::string_view persona, std::string_view pointer) {
  if (!key || *key == persona) {
    return {};
  }
  return make_error(
      error_codes::kKeyMismatch, Reaction::kDeadLetter,
      "The record's key is not its " + std::string(pointer) + "; the key must be the persona, or be left out.",
      std::string(pointer), "key");
}

Status check_not_in_future(EventTime timestamp, WallTime now, std::int64_t ahead_ms_max, std::string_view pointer) {
  const std::int64_t ahead_ms = timestamp.value() - now.value();
  if (ahead_ms <= ahead_ms_max) {
    return {};
  }
  return make_error(error_codes::kTimestampInFuture, Reaction::kDeadLetter,
                    std::string(pointer) + " is " + std::to_string(ahead_ms / 1000) +
                        " s ahead of this machine's clock, but at most " + duration(ahead_ms_max) +
                        " are accepted: check the clocks.",
                    std::string(pointer), "maximum " + duration(ahead_ms_max) + " ahead");
}

}  // namespace turnstream::codec
