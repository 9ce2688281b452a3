#pragma once
// EffectRequest: what a stage asks of the outside world, such as a language model. codec/effect_request.h writes it as a
// record of the topic effects.requests. Threads: values.

#include <cstdint>
#include <string>
#include <vector>

namespace turnstream::model {

struct EffectRequest {
  std::string kind;     ///< chat, embed or stat
  std::string purpose;  ///< what the answer is for: pass2, topics, flush, meta, discovery, curation or references
  std::vector<std::string> items;  ///< the ids of the memories or sessions that the request is about
  std::int64_t attempt_limit = 1;  ///< how often it may be tried
  std::int64_t timeout_ms = 0;     ///< of one attempt
  std::string request;             ///< a JSON object; schemas/effect_request.schema.json has the members of each kind
};

}  // namespace turnstream::model
