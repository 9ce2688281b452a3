#pragma once
// IntakeValidator: decides of one source record whether it enters the log, and as what. Pure but for the wall clock
// that the future check needs, which is passed in. Who may publish may send commands: what could harm more than its own
// persona, such as a tick of a far time, is refused here. Threads: one at a time; make one a worker.

#include <optional>
#include <string>
#include <variant>

#include "pipeline/codec/command.h"
#include "pipeline/codec/effect_result.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/log/record.h"
#include "pipeline/runtime/intake/intake_time.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

enum class SourceKind { kTurns, kCommands, kEffectResults };

/// What a source record becomes.
struct Accepted {
  std::string_view kind;  ///< of the log record
  std::string persona;    ///< empty: concerns a whole partition
  std::string trace_id;
  std::string turn_id;  ///< turns only
  EventTime event_time;
  bool carries_time = false;  ///< turns and tick commands: event_time drives the event clock
};

/// Why not: the dead letter's headers.
struct Refused {
  Error error;
  std::string persona;
  std::string turn_id;
};

/// What a turn may be at most; turns can be held to less than the codec reads, never to more.
struct IntakeLimits {
  codec::TurnLimits turn{};
  std::int64_t future_ms_max = codec::kFutureMsMax;  ///< ahead of the wall clock; tick commands too
};

/// The producer's trace id where it is fit to be copied onto all that follows from the record: valid UTF-8 of 1 to 128
/// bytes without control characters.
std::optional<std::string_view> usable_trace_id(const log::Record& record);

class IntakeValidator {
 public:
  IntakeValidator(IntakeClock clock, const IntakeLimits& limits)
      : clock_(clock), future_ms_max_(limits.future_ms_max), turns_(limits.turn) {}
  std::variant<Accepted, Refused> check(SourceKind kind, const log::Record& record, WallTime now);

 private:
  std::variant<Accepted, Refused> check_turn(const log::Record& record, WallTime now);
  std::variant<Accepted, Refused> check_command(const log::Record& record, WallTime now);
  [[nodiscard]] Status check_tick(EventTime time, WallTime now) const;
  std::variant<Accepted, Refused> check_effect_result(const log::Record& record);

  IntakeClock clock_;
  std::int64_t future_ms_max_;
  codec::TurnParser turns_;
  codec::CommandParser commands_;
  codec::EffectResultParser effect_results_;
};

}  // namespace turnstream::runtime
