#pragma once
// TurnParser: converts the bytes of a StateExport to a struct or returns the error with which intake refuses the
// record. The rules are those of schemas/state_export.schema.json. The result depends only on the bytes and the
// limits, not on the time. The StateExport points to bytes that the parser owns.
//
// Errors have reaction kDeadLetter and one of these codes: too_large, invalid_utf8, invalid_json, too_deep, schema. For
// `schema`, `pointer` is the JSON pointer to the invalid or missing field, or to a container around it. `rule` is the
// violated rule with its bound, or empty. `message` is a sentence for people: at most 500 characters, without values of
// the turn. (The code reader_failed has reaction kRetry: memory ran out.) Threads: one at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/tape.h"
#include "pipeline/model/state_export.h"

namespace turnstream::codec {

/// Limits that intake's settings can lower. The defaults are the highest allowed values.
struct TurnLimits {
  std::size_t bytes_max = json::kTurnBytesMax;
  std::size_t depth_max = json::kInputDepthMax;
};

class TurnParser {
 public:
  explicit TurnParser(const TurnLimits& limits = {}) : limits_(limits) {}
  /// Copies `bytes`. The turn is valid until the next parse, and only while the parser exists and is not moved.
  Result<const model::StateExport*> parse(std::string_view bytes);

 private:
  void default_session();

  TurnLimits limits_;
  json::Tape tape_;
  model::StateExport turn_;
  std::string session_;  ///< turn_.session_id points here if it was made from room_id, thread_id or both
};

/// Error key_mismatch, with `pointer`, if the record has a key that is not `persona`, the value of its field at
/// `pointer`. A record without a key is accepted.
Status check_key(std::optional<std::string_view> key, std::string_view persona, std::string_view pointer);

inline constexpr std::int64_t kFutureMsMax = 600'000;

/// Error timestamp_in_future, with `pointer`, if `timestamp` is more than `ahead_ms_max` ahead of `now`.
Status check_not_in_future(EventTime timestamp, WallTime now, std::int64_t ahead_ms_max = kFutureMsMax,
                           std::string_view pointer = "/timestamp");

}  // namespace turnstream::codec
