#pragma once
// Effect requests and their cancellations as JSON, in the field order of docs/topics.md. Threads: any; pure.

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

}  // namespace turnstream::codec
