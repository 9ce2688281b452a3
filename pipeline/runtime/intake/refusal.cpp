#include "pipeline/runtime/intake/refusal.h"

#include "pipeline/base/utf8.h"
#include "pipeline/codec/named_turn.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::runtime {
namespace {

/// The part of the log client's reason that the dead letter contains.
constexpr std::size_t kReasonCodePointsMax = 500;

}  // namespace

// What the producer wrote in place of an id, or as a member's name, may be a secret. The letter's key and value are the
// record's, unchanged; its headers, from which log lines are made too, are not to repeat it.
codec::DeadLetter dead_letter_of(const log::Record& record, const Refused& refused) {
  codec::DeadLetter dead;
  dead.stage = "intake";
  dead.reason = refused.error.code;
  dead.message = secrets::masked_bytes(refused.error.message);
  dead.pointer = secrets::masked_bytes(refused.error.pointer);
  dead.rule = secrets::masked_bytes(refused.error.rule);
  dead.topic = std::string(record.topic);
  dead.partition = record.partition;
  dead.offset = record.offset;
  dead.timestamp_ms = record.append_time_ms;
  dead.attempts = 1;
  // `persona` may be the unchecked key, which may be megabytes long. Only the header is cut, not the dead letter's key.
  dead.persona_id =
      secrets::masked_bytes(shown_as_utf8(first_code_points(refused.persona, codec::kAgentIdCodePointsMax)));
  dead.turn_id = secrets::masked_bytes(refused.turn_id);
  dead.trace_id = secrets::masked_bytes(usable_trace_id(record).value_or(refused.turn_id));
  return dead;
}

codec::DeadLetter dead_letter_of(const log::Unreadable& records, WallTime now) {
  codec::DeadLetter dead;
  dead.stage = "intake";
  dead.reason = error_codes::kUnreadable;
  dead.message = "Offsets " + std::to_string(records.first.value()) + " to " + std::to_string(records.last.value()) +
                 " cannot be read, so they have no effect; the bytes are only in the source topic. " +
                 shown_as_utf8(first_code_points(records.why, kReasonCodePointsMax));
  dead.topic = records.where.topic;
  dead.partition = records.where.partition;
  dead.offset = records.first;
  dead.last_offset = records.last;
  dead.timestamp_ms = now.value();
  return dead;
}

}  // namespace turnstream::runtime
