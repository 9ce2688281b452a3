#pragma once
// EffectResult: the answer to an effect request. The parser converts its bytes to a struct or returns the error with
// which intake refuses the record. Fields and rules: schemas/effect_result.schema.json. The parser owns all bytes to
// which an EffectResult points. Errors: those of TurnParser (codec/turn_parser.h), and unknown_effect. Threads: one
// at a time.

#include <cstdint>
#include <optional>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/tape.h"

namespace turnstream::codec {

enum class EffectKind { kChat, kEmbed, kStat };
enum class EffectStatus { kOk, kFailed, kRefusedBudget, kTimeout };

struct EffectResult {
  EffectKind kind = EffectKind::kChat;
  std::string_view effect_id;
  std::string_view request_hash;
  std::string_view persona_id;
  EffectStatus status = EffectStatus::kOk;
  std::optional<std::string_view> response_json;  ///< an object; always present if the status is ok
  std::optional<std::string_view> error_json;     ///< an object with `code` and `message`; for any status
  std::int64_t tokens_in = 0;
  std::int64_t tokens_out = 0;
  std::string_view cost_usd_json;  ///< the number as it was written; "0" if not given
  EventTime performed_at;
};

class EffectResultParser {
 public:
  /// The result is valid until the next parse, and only while the parser exists and is not moved.
  Result<const EffectResult*> parse(std::string_view bytes);

 private:
  json::Tape tape_;
  EffectResult result_;
};

}  // namespace turnstream::codec
