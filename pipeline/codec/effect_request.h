#pragma once
// Effect requests and their cancellations as JSON, in the field order of docs/topics.md. Threads: any; pure.

#include <optional>
#include <string>
#include <string_view>

#include "pipeline/model/effect_request.h"

namespace turnstream::codec {

/// Who asks, and under which id.
struct EffectAddress {
  std::string_view effect_id;
  std::string_view persona_id;
  std::string_view stage;
};

/// "sha256:" and the hash, in hex, of kind, line feed, purpose, line feed and the request's bytes.
[[nodiscard]] std::string request_hash(const model::EffectRequest& request);

/// Precondition: request.request is a JSON object.
void append_effect_request(std::string& out, const EffectAddress& address, const model::EffectRequest& request);

/// The record that says that the stage no longer waits for the answer.
void append_effect_cancel(std::string& out, const EffectAddress& address, std::string_view reason);

/// What a reader of effects.requests needs to know which requests are open.
struct EffectRequestHead {
  bool is_cancel = false;
  std::string effect_id;
  std::string request_hash;  ///< empty for a cancellation
  std::string persona_id;
};
/// Absent if the record is neither a request nor a cancellation, for example because another program wrote it.
[[nodiscard]] std::optional<EffectRequestHead> peek_effect_request(std::string_view bytes);

}  // namespace turnstream::codec
