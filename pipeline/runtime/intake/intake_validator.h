#pragma once
// IntakeValidator: decides whether a source record enters the log, and with which kind, persona and event time. The
// topic decides which commands a record may be: `share` and `unshare` come on the shares topic, all others on the
// commands topic, so that a broker's ACLs tell apart who may send which. Settings and redrives are checked as deeply as
// the stages will read them, because a stage cannot refuse what is in the log.
// A tick far in the future, which would harm all personas of a partition, is refused.
// Threads: one at a time; each worker has its own.

#include <optional>
#include <span>
#include <string>
#include <variant>

#include "pipeline/codec/command.h"
#include "pipeline/codec/effect_result.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/log/record.h"
#include "pipeline/runtime/intake/intake_time.h"
#include "pipeline/settings/memory_values.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

enum class SourceKind { kTurns, kCommands, kShares, kEffectResults };

struct Accepted {
  std::string_view kind;  ///< the kind of the log record
  std::string persona;    ///< empty: the record concerns a whole partition
  std::string trace_id;
  std::string turn_id;  ///< empty if the record is not a turn
  EventTime event_time;
  bool carries_time = false;      ///< true for turns and tick commands: event_time advances the event clock
  std::string effect_id = {};     ///< of an effect result: the request that it answers, and the hash that it names
  std::string request_hash = {};  ///< empty if the record is not an effect result
};

/// Why a source record is refused. Persona (or unchecked key) and turn id are for its dead letter; empty if unknown.
struct Refused {
  Error error;
  std::string persona;
  std::string turn_id;
};

/// Settings can only lower the defaults of `turn`; they can lower or raise the default of future_ms_max.
struct IntakeLimits {
  codec::TurnLimits turn{};
  std::int64_t future_ms_max = codec::kFutureMsMax;  ///< how far a turn or tick command may be ahead of `now`
};

/// The producer's header `trace_id`; none if it is missing or is not valid UTF-8 of 1 to 128 bytes without control
/// characters.
std::optional<std::string_view> usable_trace_id(const log::Record& record);

class IntakeValidator {
 public:
  /// `memory_rows`: the settings that a settings command may contain.
  IntakeValidator(IntakeClock clock, const IntakeLimits& limits, std::span<const stage_api::SettingRow> memory_rows)
      : clock_(clock), future_ms_max_(limits.future_ms_max), memory_table_(memory_rows), turns_(limits.turn) {}
  std::variant<Accepted, Refused> check(SourceKind kind, const log::Record& record, WallTime now);

 private:
  std::variant<Accepted, Refused> check_turn(const log::Record& record, WallTime now);
  std::variant<Accepted, Refused> check_command(SourceKind source, const log::Record& record, WallTime now);
  /// What depends on the kind of command.
  [[nodiscard]] Status check_content(const codec::Command& command, std::string_view bytes, WallTime now) const;
  [[nodiscard]] Status check_tick(EventTime time, WallTime now) const;
  std::variant<Accepted, Refused> check_effect_result(const log::Record& record);

  IntakeClock clock_;
  std::int64_t future_ms_max_;
  settings::MemoryTable memory_table_;
  codec::TurnParser turns_;
  codec::CommandParser commands_;
  codec::EffectResultParser effect_results_;
};

}  // namespace turnstream::runtime
