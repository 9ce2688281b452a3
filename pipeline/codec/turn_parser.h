#pragma once
// TurnParser: bytes of one StateExport -> model::StateExport, or the reason why intake must refuse it. The runtime
// calls it for every turn, in intake and in every group of stages; the rules are those of
// schemas/state_export.schema.json. Pure: the same bytes give the same answer, whatever the time. Owns all that the
// StateExport points to.
//
// Errors have reaction kDeadLetter and one of these codes, the first that applies: too_large, invalid_utf8,
// invalid_json, too_deep, schema. `pointer` names the offending (or missing) field, `rule` the schema's keyword
// and bound, `message` says it for people in at most 500 characters and never quotes the turn's texts. (reader_failed
// with kRetry: memory ran out.) Threads: one at a time; make one a worker.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/tape.h"
#include "pipeline/model/state_export.h"

namespace turnstream::codec {

/// What intake may be told to accept less than; the defaults are what is ever accepted.
struct TurnLimits {
  std::size_t bytes_max = json::kTurnBytesMax;
  std::size_t depth_max = json::kInputDepthMax;
};

class TurnParser {
 public:
  explicit TurnParser(const TurnLimits& limits = {}) : limits_(limits) {}
  /// The turn lives until the next parse, or until the parser is moved or ends. `bytes` are copied.
  Result<const model::StateExport*> parse(std::string_view bytes);

 private:
  void default_session();

  TurnLimits limits_;
  json::Tape tape_;
  model::StateExport turn_;
  std::string session_;  ///< what turn_.session_id points to where it was put together here
};

/// Error key_mismatch where the record's key is not the persona the turn names. A record without a key contradicts
/// nothing.
Status check_key(std::optional<std::string_view> key, std::string_view agent_id);

inline constexpr std::int64_t kFutureMsMax = 600'000;

/// Error timestamp_in_future where the time at `pointer` is further ahead of this machine's clock.
Status check_not_in_future(EventTime timestamp, WallTime now, std::int64_t ahead_ms_max = kFutureMsMax,
                           std::string_view pointer = "/timestamp");

}  // namespace turnstream::codec
